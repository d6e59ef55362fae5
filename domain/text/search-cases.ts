import type { Match } from './search.ts';

export const searchCases: readonly (readonly [wanted: string, text: string, match: Match | null])[] = [
  // case, accents, spaces
  ['change', 'Change des Quais', 'start'],
  ['ZEPHYR', 'Zéphyr Devises', 'start'],
  ['zéphyr', 'ZEPHYR', 'start'],
  ['  change   des  ', 'Change des Quais', 'start'],
  ['ete', 'E\u0301TE\u0301', 'start'],
  ['istanbul', 'İstanbul Change', 'start'],
  // apostrophes and signs separate words
  ["l'or", 'L’Or du Voyageur', 'start'],
  ['l’or', "L'Or du Voyageur", 'start'],
  ['lʼor', 'L`Or du Voyageur', 'start'],
  ['l or', 'L’Or du Voyageur', 'start'],
  ["d'or", 'Comptoir d’Or', 'words'],
  ['or', 'L’Or du Voyageur', 'words'],
  ['saint lazare', 'Comptoir Saint-Lazare', 'words'],
  ['saint-lazare', 'Comptoir Saint Lazare', 'words'],
  ['c/o', 'C. & O. Change', 'start'],
  ['n°9', 'Bureau n° 9', 'words'],
  // ligatures and letters without an accent
  ['oeuvre', 'Chef-d’œuvre', 'words'],
  ['œuvre', "Chef-d'oeuvre", 'words'],
  ['aequo', 'ÆQUO', 'start'],
  ['strasse', 'Straße', 'start'],
  ['fixe', 'ﬁxe', 'start'],
  ['kobenhavn', 'København', 'start'],
  ['lodz', 'Łódź', 'start'],
  ['афины', 'АФИНЫ', 'start'],
  ['αθηνα', 'Αθήνα', 'start'],
  // words in any order, by their beginnings first
  ['quais change', 'Change des Quais', 'words'],
  ['ch qu', 'Change des Quais', 'words'],
  ['hange', 'Change des Quais', 'middle'],
  ['des hang', 'Change des Quais', 'middle'],
  ['quaisx', 'Change des Quais', null],
  ['change lyon', 'Change des Quais', null],
  // two letters match beginnings of words alone
  ['us', 'Terres australes', null],
  ['us', 'Change US', 'words'],
  ['aus', 'Terres australes', 'words'],
  ['str', 'Terres australes', 'middle'],
  // currency signs are letters, other signs find nothing
  ['$', '$ et €', 'start'],
  ['€', '$ et €', 'words'],
  ['%', '100 %', null],
  ['_', 'a_b', null],
  ['\\', 'a\\b', null],
  ['', 'Change', null],
];
