import { commonWords } from './common-words.ts';
import { coreOf, unitsOf, unleet } from './password-forms.ts';

/** True for a common word, once or repeated, among digits and signs: 'Chouchou2026!', '123soleilsoleil'. */
export function isCommonWord(plain: string): boolean {
  const core = coreOf(plain);
  const texts = [core, unleet(core), plain.replace(/[^a-z]/g, '')];
  return texts.some((text) => unitsOf(text).some((unit) => commonWords.has(unit)));
}
