import fc from 'fast-check';

/** Any code point but halves of pairs, as fast-check's own `binary`, which takes a second to make in each process. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
