/** What a currency is called by where its words do not take the plural of French. */
const IRREGULAR: Readonly<Record<string, string>> = {
  leu: 'lei',
  loti: 'maloti',
  metical: 'meticais',
  // named twice, in the words of another language, or by what it is made of
  renminbi: 'renminbi',
  oro: 'oro',
  or: 'or',
  sterling: 'sterling',
};

/** 'dollars des États-Unis', of 'dollar des États-Unis': the name and its adjectives, up to what they belong to. */
export function pluralOf(label: string): string {
  const end = label.search(/ (?:des?|du|d’|\()/);
  const name = end < 0 ? label : label.slice(0, end);
  return name.split(' ').map(pluralWord).join(' ') + label.slice(name.length);
}

function pluralWord(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  // initials have none
  if (/[sxz]$/.test(word) || /^\p{Lu}+$/u.test(word)) return word;
  return word.endsWith('eau') ? `${word}x` : `${word}s`;
}
