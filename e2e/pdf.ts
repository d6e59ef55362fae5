import { inflateSync } from 'node:zlib';

/** What a PDF of the browser shows: the size of each of its pages in millimetres, and all that can be read. */
export function readPdf(file: Buffer): { pages: { width: number; height: number }[]; text: string } {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\b([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body ?? '']),
  );
  const all = [...objects.values()];
  const pages = all
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(body) ?? [];
      return { width: millimetres(width), height: millimetres(height) };
    });
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = '', id] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, unicode] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
    if (unicode) fonts.set(name, readCharacters(streamOf(objects.get(unicode) ?? '')));
  }
  const text = all.map((body) => readShown(streamOf(body), fonts)).join('\n');
  return { pages, text: text.normalize('NFKC') };
}

const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);

function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body);
  const [, length] = /\/Length (\d+)/.exec(body) ?? [];
  if (!start || length === undefined || /\/Subtype\s*\/Image/.test(body)) return '';
  // to its length: what is compressed may end like a line
  const stream = body.slice(start.index + start[0].length).slice(0, Number(length));
  const bytes = Buffer.from(stream, 'latin1');
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : stream;
}

/** The characters that the glyphs of a font stand for. */
function readCharacters(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, lines = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', code = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(glyph, decode(code));
  }
  for (const [, lines = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', code = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at += 1) {
        const glyph = (Number.parseInt(from, 16) + at).toString(16).toUpperCase().padStart(from.length, '0');
        characters.set(glyph, String.fromCharCode(Number.parseInt(code, 16) + at));
      }
    }
  }
  return characters;
}

function decode(code: string): string {
  return Buffer.from(code, 'hex').swap16().toString('utf16le');
}

/** A font's glyphs all have numbers of one length. */
function readGlyphs(glyphs: string, font: ReadonlyMap<string, string> = new Map()): string {
  const [known = ''] = font.keys();
  const width = known.length || glyphs.length;
  let text = '';
  for (let at = 0; at < glyphs.length; at += width) text += font.get(glyphs.slice(at, at + width)) ?? '';
  return text;
}

/** What is shown, in its order. Glyphs of one line are often placed one by one: nothing is between them. */
function readShown(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|BT/g)) {
    if (name) font = fonts.get(name);
    else if (glyphs) text += readGlyphs(glyphs, font);
    else text += '\n';
  }
  return text;
}
