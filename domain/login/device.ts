const OTHER = 'un autre navigateur';

/** Order matters, because each browser also names those after it. */
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdgi?A?(OS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** “Firefox sur Windows”, from a closed list. The header may lie. */
export function deviceOf(userAgent: string | undefined): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1];
  const system = nameIn(SYSTEMS);
  return system ? `${nameIn(BROWSERS) ?? OTHER} sur ${system}` : (nameIn(BROWSERS) ?? OTHER);
}
