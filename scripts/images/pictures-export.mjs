// Redraws the raster pictures from their SVG sources: article covers, sharing picture, icons.
// Run by hand after a source changes: node scripts/images/pictures-export.mjs
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const root = new URL('../../', import.meta.url);
const covers = 'content/images/articles/';

// Chromium encodes WebP from a canvas, which spares a native image library.
async function draw(page, svg, width, height, type, quality) {
  const url = await page.evaluate(
    async ({ source, width, height, type, quality }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL(type, quality);
    },
    { source: Buffer.from(svg).toString('base64'), width, height, type, quality },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

// A picture inside an <img> cannot see the page's fonts, so the title's font travels inside the source.
async function withFont(svg) {
  const font = await readFile(
    new URL(
      'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
      root,
    ),
  );
  const face = `@font-face{font-family:Bricolage;font-weight:200 800;src:url(data:font/woff2;base64,${font.toString('base64')})}`;
  return svg.replace(/(<svg[^>]*>)/, `$1<style>${face}</style>`);
}

// An .ico file of one PNG: the header, the entry that says its size and place, the picture.
function iconFile(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  const read = (path) => readFile(new URL(path, root), 'utf8');
  const write = (path, bytes) => writeFile(new URL(path, root), bytes);

  for (const name of await readdir(new URL(covers, root))) {
    if (!name.endsWith('.svg')) continue;
    const svg = await read(covers + name);
    const stem = covers + name.slice(0, -'.svg'.length);
    await write(`${stem}.webp`, await draw(page, svg, 1200, 675, 'image/webp', 0.86));
    await write(`${stem}-600.webp`, await draw(page, svg, 600, 338, 'image/webp', 0.86));
  }

  const sharing = await withFont(await read('scripts/images/pictures-og.svg'));
  await write('content/images/og.png', await draw(page, sharing, 1200, 630, 'image/png'));
  const icon = await read('scripts/images/pictures-touch-icon.svg');
  await write('web/site/public/apple-touch-icon.png', await draw(page, icon, 180, 180, 'image/png'));
  // whole within the circle that a mask leaves
  for (const size of [192, 512])
    await write(`web/site/public/icon-${size}.png`, await draw(page, icon, size, size, 'image/png'));
  const small = iconFile(
    await draw(page, await read('web/site/public/favicon.svg'), 32, 32, 'image/png'),
    32,
  );
  for (const host of ['site', 'office']) await write(`web/${host}/public/favicon.ico`, small);
} finally {
  await browser.close();
}
