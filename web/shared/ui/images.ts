let base = '';

// Host of the pictures of a page that the server renders.
export function setImagesUrl(url: string): void {
  base = url;
}

function imagesUrl(): string {
  base ||= document.querySelector('meta[name="images-url"]')?.getAttribute('content') ?? '/images';
  return base;
}

export function imageUrl(kind: 'currencies' | 'companies' | 'users', name: string): string {
  return `${imagesUrl()}/${kind}/${encodeURIComponent(name)}.png`;
}

/** Attributes of an article's cover, 16 to 9, 1200 pixels wide or 600 in small places. */
export function articleImage(image: string) {
  const stem = `${imagesUrl()}/articles/${encodeURIComponent(image)}`;
  return {
    src: `${stem}.webp`,
    srcSet: `${stem}-600.webp 600w, ${stem}.webp 1200w`,
    width: 1200,
    height: 675,
  };
}
