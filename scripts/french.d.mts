export type Sentence = { file: string; text: string };
export const HAS_COLON: RegExp;
export const BEGINS_BADLY: RegExp;
export const POINTS_BACK: RegExp;
export const NEGATES: RegExp;
export function listSentences(): Sentence[];
