// rows of both keyboards, the alphabet, the digits
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  '1a2z3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

export function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(backwards));
}

/** 'abcabc' gives 'abc'; a text without repetition gives itself. */
export function repeatedUnit(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

export function plainForm(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function unleet(plain: string): string {
  return plain.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign);
}

/** Without digits and signs at both ends: '123soleil-2026!' gives 'soleil'. */
export function coreOf(plain: string): string {
  return plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
}

/** 'doudoudoudou' gives 'dou', 'doudou' and 'doudoudoudou'. */
export function unitsOf(text: string): string[] {
  return Array.from({ length: text.length }, (_, i) => text.slice(0, i + 1)).filter(
    (unit) => text.length % unit.length === 0 && unit.repeat(text.length / unit.length) === text,
  );
}
