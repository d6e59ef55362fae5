import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox sur Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome sur Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge sur Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, 'Chrome sur Linux'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 8) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome sur Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari sur iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari sur Mac',
  ],
  ['curl/8.14', 'un autre navigateur'],
  ['<script>alert(1)</script> Linux', 'un autre navigateur sur Linux'],
  [undefined, 'un autre navigateur'],
])('%s is described as %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words);
});
