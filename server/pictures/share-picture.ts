import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SharePicture } from '#domain/pages/page.ts';

const SHARE_SIZE = { width: 1200, height: 630 };

const [INK, PAPER, EMERALD, SAFFRON, SOFT] = ['#10201C', '#FBFAF6', '#0B5D4B', '#F2B544', '#4A5853'];
// Pixels of a title, by the letters that it has at most.
const TITLES = [
  [18, 132],
  [26, 104],
  [52, 76],
] as const;
const SMALLEST_TITLE = 56;
const LINES = 3;

const FAMILIES = { Title: 'bricolage-grotesque', Text: 'inter' } as const;
const SUBSETS = ['latin', 'latin-ext'] as const;

// The part that is used. The package's own types bring those of React, which hide the elements of SVG from the tests.
type Takumi = {
  Renderer: new () => {
    registerFont(font: { name: string; data: Buffer }): Promise<unknown>;
    render(
      node: Node,
      options: { width: number; height: number; format: 'png'; lang: string },
    ): Promise<Buffer>;
  };
};
type Styles = Record<string, string | number>;
type Node =
  | { type: 'text'; text: string; style: Styles }
  | { type: 'container'; style: Styles; children: Node[] };

type DrawSharePicture = (picture: SharePicture) => Promise<Buffer>;

// Draws with the house's fonts alone, so that no font of the system is needed. `demonstration` stands on every picture.
export async function openSharePictures(demonstration: string | null): Promise<DrawSharePicture> {
  const require = createRequire(import.meta.url);
  const { Renderer } = require('@takumi-rs/core') as Takumi;
  const renderer = new Renderer();
  for (const [name, family] of Object.entries(FAMILIES)) {
    for (const subset of SUBSETS) {
      const file = require.resolve(
        `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`,
      );
      await renderer.registerFont({
        name: subset === 'latin' ? name : `${name} ${subset}`,
        data: await readFile(file),
      });
    }
  }
  return ({ over, title, under }) =>
    renderer.render(
      {
        type: 'container',
        style: {
          width: SHARE_SIZE.width,
          height: SHARE_SIZE.height,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          padding: '64px 72px',
          backgroundColor: PAPER,
          color: INK,
        },
        children: [
          row([brand(), ...(demonstration === null ? [] : [flag(demonstration)])]),
          {
            type: 'container',
            style: { display: 'flex', flexDirection: 'column', gap: '20px' },
            children: [
              text(over, { fontFamily: TEXT_FONTS, fontSize: '38px', color: SOFT }),
              text(title, {
                fontFamily: TITLE_FONTS,
                fontSize: `${titleSize(title)}px`,
                fontWeight: 800,
                lineHeight: 1.05,
                letterSpacing: '-0.03em',
                color: EMERALD,
                lineClamp: LINES,
              }),
            ],
          },
          row([text(under, { fontFamily: TEXT_FONTS, fontSize: '38px', color: INK }), bars()]),
        ],
      },
      { ...SHARE_SIZE, format: 'png', lang: 'fr' },
    );
}

const TITLE_FONTS = 'Title, "Title latin-ext", Text';
const TEXT_FONTS = 'Text, "Text latin-ext"';

function text(words: string, style: Styles): Node {
  return { type: 'text', text: words, style };
}

function row(children: Node[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
    children,
  };
}

function brand(): Node {
  return text('Parité', { fontFamily: TITLE_FONTS, fontSize: '48px', fontWeight: 800, color: INK });
}

function flag(words: string): Node {
  return text(words, {
    padding: '10px 24px',
    borderRadius: '999px',
    backgroundColor: SAFFRON,
    fontFamily: TEXT_FONTS,
    fontSize: '28px',
    fontWeight: 600,
    color: INK,
  });
}

// Sign of the house.
function bars(): Node {
  const bar = (width: string, backgroundColor: string): Node => ({
    type: 'container',
    style: { width, height: '28px', borderRadius: '14px', backgroundColor },
    children: [],
  });
  return {
    type: 'container',
    style: { display: 'flex', flexDirection: 'column', gap: '16px' },
    children: [bar('208px', EMERALD), bar('156px', SAFFRON)],
  };
}

function titleSize(title: string): number {
  return TITLES.find(([letters]) => title.length <= letters)?.[1] ?? SMALLEST_TITLE;
}
