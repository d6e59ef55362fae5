const base = document.querySelector('meta[name="images-url"]')?.getAttribute('content') ?? '/images';

/** The address of a currency's flag or of a company's logo (spec 3). */
export function imageUrl(kind: 'currencies' | 'companies', name: string): string {
  return `${base}/${kind}/${encodeURIComponent(name)}.png`;
}
