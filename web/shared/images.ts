const base = document.querySelector('meta[name="images-url"]')?.getAttribute('content') ?? '/images';

/** The address of a currency's flag, of a company's logo (spec 3) or of a user's photo. */
export function imageUrl(kind: 'currencies' | 'companies' | 'users', name: string): string {
  return `${base}/${kind}/${encodeURIComponent(name)}.png`;
}
