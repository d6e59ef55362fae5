import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of every flag: a crop to a disc of 48 px stays crisp on a screen of two dots a pixel. */
const HEIGHT = 96;

const flagFolder = join(import.meta.dirname, '../../node_modules/svg-country-flags/png250px');

// a round crop of the whole flag would miss the sign that these have at one end
const NARROWED = 120;
const cutAtFly = new Set(
  (
    'AED BHD BSD BYN CLP CNY CUP JOD KPW KWD LRD MYR MZN OMR ' +
    'PHP QAR SDG SGD SSP TMT TOP TWD USD UYU UZS VUV WST ZWG'
  ).split(' '),
);
const cutAtHoist = new Set(['RWF', 'ZMW']);

const star = (x: number, y: number, size: number) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 === 0 ? size : size * 0.382;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(x + reach * Math.cos(angle)).toFixed(2)},${(y + reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `<polygon points="${points.join(' ')}"/>`;
};

const around = (count: number, shape: string) =>
  Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${(index * 360) / count} 72 48)">${shape}</g>`,
  ).join('');

/** Currencies of a union have no flag, and two countries' have changed since the set was made. 144 x 96. */
const drawn: Readonly<Record<string, string>> = {
  // the sawfish of Akan gold weights, which the bank of these eight states has for a sign
  XOF: `<rect width="144" height="96" fill="#0b7a43"/>
    <g fill="#f6c445"><path d="M60 48c6-19 42-23 58-2l14-13v30l-14-11c-16 21-52 17-58-4z"/>
      <rect x="14" y="45" width="52" height="6" rx="3"/>
      <path d="M20 36h5v9h-5zM32 36h5v9h-5zM44 36h5v9h-5zM20 51h5v9h-5zM32 51h5v9h-5zM44 51h5v9h-5z"/>
      <path d="M82 31l14-11 6 12zM82 65l14 11 6-12z"/></g>
    <circle cx="72" cy="43" r="3.5" fill="#0b7a43"/>`,
  // six states
  XAF: `<rect width="144" height="96" fill="#1c4fa3"/><circle cx="72" cy="48" r="15" fill="#f6c445"/>
    <g fill="#ffffff">${around(6, star(72, 18, 9))}</g>`,
  // eight islands around the sun
  XCD: `<rect width="144" height="96" fill="#0b7a43"/><circle cx="72" cy="48" r="38" fill="#ffffff"/>
    <circle cx="72" cy="48" r="14" fill="#f39c1f"/><g fill="#0b7a43">${around(8, '<circle cx="72" cy="21" r="5.5"/>')}</g>`,
  // a tiare flower on the lagoon
  XPF: `<rect width="144" height="96" fill="#0d7fb8"/><path d="M0 66q18-14 36 0t36 0 36 0 36 0v30H0z" fill="#0a5f98"/>
    <g fill="#ffffff">${around(6, '<path d="M72 46c-12-12-11-24 0-34 11 10 12 22 0 34z"/>')}</g>
    <circle cx="72" cy="48" r="8" fill="#f6c445"/>`,
  MRU: `<rect width="144" height="96" fill="#d01c1f"/><rect y="19" width="144" height="58" fill="#00a95c"/>
    <g fill="#ffd700"><path d="M38 36a34 34 0 0 0 68 0 34 24 0 0 1-68 0z"/>${star(72, 37, 9)}</g>`,
  SYP: `<rect width="144" height="96" fill="#ffffff"/><rect width="144" height="32" fill="#007a3d"/>
    <rect y="64" width="144" height="32" fill="#000000"/>
    <g fill="#ce1126">${star(42, 49, 12)}${star(72, 49, 12)}${star(102, 49, 12)}</g>`,
};

/** The flag of a currency as SVG: its country's, or the sign drawn for it. */
export async function drawFlag(code: string): Promise<{ svg: string; width: number; height: number }> {
  const emblem = drawn[code];
  if (emblem !== undefined) return { svg: svgOf(144, emblem), width: 144, height: HEIGHT };
  const png = await readFile(join(flagFolder, `${code.slice(0, 2).toLowerCase()}.png`));
  // width and height stand at fixed places of a PNG's header
  const ratio = png.readUInt32BE(16) / png.readUInt32BE(20);
  const natural = Math.round(HEIGHT * ratio);
  const isCut = cutAtFly.has(code) || cutAtHoist.has(code);
  const width = isCut ? NARROWED : Math.max(natural, HEIGHT);
  const href = `data:image/png;base64,${png.toString('base64')}`;
  // Nepal's, the only one taller than wide, is shown whole on white
  const end = cutAtHoist.has(code) ? 'xMaxYMid' : 'xMinYMid';
  const fit = natural < HEIGHT ? 'xMidYMid meet' : `${end} slice`;
  const ground = natural < HEIGHT ? `<rect width="${width}" height="${HEIGHT}" fill="#ffffff"/>` : '';
  const image = `<image href="${href}" width="${width}" height="${HEIGHT}" preserveAspectRatio="${fit}"/>`;
  return { svg: svgOf(width, ground + image), width, height: HEIGHT };
}

const svgOf = (width: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">${content}</svg>`;
