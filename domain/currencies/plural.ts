const IRREGULAR: Readonly<Record<string, string>> = {
  leu: 'lei',
  loti: 'maloti',
  metical: 'meticais',
  // names repeated, foreign, or of a material
  renminbi: 'renminbi',
  oro: 'oro',
  or: 'or',
  sterling: 'sterling',
};

/** 'dollars des États-Unis' from 'dollar des États-Unis': the noun and its adjectives take the plural. */
export function pluralOf(label: string): string {
  const end = label.search(/ (?:des?|du|d’|\()/);
  const name = end < 0 ? label : label.slice(0, end);
  return name.split(' ').map(pluralWord).join(' ') + label.slice(name.length);
}

function pluralWord(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  // initials have no plural
  if (/[sxz]$/.test(word) || /^\p{Lu}+$/u.test(word)) return word;
  return word.endsWith('eau') ? `${word}x` : `${word}s`;
}
