// Draws content/images/{currencies,companies,users}/*.png again, by hand: node scripts/images/make.ts [name...]
// Needs Chromium (CHROMIUM_PATH or /usr/bin/chromium), pngquant and zopflipng. The images are committed.
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { listCodes, readMidRates } from '../../server/seed/mid-rates.ts';
import { AVATAR, avatarNames, drawAvatar } from './avatars.ts';
import { drawFlag } from './flags.ts';
import { drawLogo, LOGO, logos } from './logos.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const images = join(root, 'content/images');

const fonts = [
  ['Bricolage Grotesque', 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'],
  ['Inter', 'inter/files/inter-latin-wght-normal.woff2'],
] as const;

async function writeFontFaces(): Promise<string> {
  const faces = await Promise.all(
    fonts.map(async ([family, file]) => {
      const font = await readFile(join(root, 'node_modules/@fontsource-variable', file), 'base64');
      return `@font-face{font-family:'${family}';font-weight:200 900;src:url(data:font/woff2;base64,${font})}`;
    }),
  );
  return faces.join('');
}

interface Picture {
  folder: 'companies' | 'currencies' | 'users';
  name: string;
  svg: string;
  width: number;
  height: number;
}

async function listPictures(): Promise<Picture[]> {
  const codes = ['EUR', ...listCodes(await readMidRates())];
  return [
    ...Object.keys(logos).map(
      (name) => ({ folder: 'companies', name, svg: drawLogo(name), ...LOGO }) as const,
    ),
    ...avatarNames.map((name) => ({ folder: 'users', name, svg: drawAvatar(name), ...AVATAR }) as const),
    ...(await Promise.all(
      codes.map(async (name) => ({ folder: 'currencies', name, ...(await drawFlag(name)) }) as const),
    )),
  ];
}

async function render(page: Page, fontFaces: string, picture: Picture): Promise<void> {
  const { folder, name, svg, width, height } = picture;
  const file = join(images, folder, `${name}.png`);
  await mkdir(join(images, folder), { recursive: true });
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>${fontFaces}body{margin:0}svg{display:block}</style>${svg}`);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: file, omitBackground: true });
  await run('pngquant', ['--speed', '1', '--quality', '80-98', '--strip', '--force', '--output', file, file]);
  // filters do not help images of few colours
  await run('zopflipng', ['-y', '--filters=0', file, file]);
}

const wanted = new Set(process.argv.slice(2));
const pictures = (await listPictures()).filter(({ name }) => wanted.size === 0 || wanted.has(name));
const fontFaces = await writeFontFaces();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  for (const picture of pictures) await render(page, fontFaces, picture);
} finally {
  await browser.close();
}
