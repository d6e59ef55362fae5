import './server/testing/clock/test-day.ts';
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

// in the order of scripts/browser.mjs
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
const executablePath = BROWSERS.find((path) => path && existsSync(path));

// keeps the browser quiet on a network that leads nowhere
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a ninth less processor time: no process for software drawing, no second parse to name the line that makes a
  // request, and no code optimised for pages that live for seconds
  '--in-process-gpu',
  '--js-flags=--no-enable-lazy-source-positions,--no-opt,--no-maglev',
];
// Chromium's sandbox refuses root
if (process.getuid?.() === 0) args.push('--no-sandbox');

// ways that have no width: what an address leads to, what is sent and refused, what an attacker tries
const DESKTOP_ALONE = /(xss|office\/(guard|welcome|password|administration-password))\.spec/;
// the traveller's failures and letters, likewise
const PHONE_ALONE = /site\/(failures|skeleton|newsletter|lead)\.spec/;
// in the other files a test whose way has no width says by its tag where it is walked
const DESKTOP_TAG = /@desktop/;
const PHONE_TAG = /@phone/;

// what is said of days and hours, to who lives by another clock than the others
const TIME_ZONE = /time-zone\.spec/;

const report = process.env.PLAYWRIGHT_JSON_FILE;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // one more than there are processors: a test waits for the server now and then
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // what passes only when it is tried again is listed as flaky, to be mended; it stops nobody else
  retries: process.env.CI ? 1 : 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  // guesses of a quiet machine fail on one that also does other things: nothing that passes waits for these
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // a trace of every test costs a third of its time
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [DESKTOP_ALONE, TIME_ZONE],
      grepInvert: DESKTOP_TAG,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        // no test reads its own 2.6, which makes seven times the dots
        deviceScaleFactor: 1,
      },
    },
    {
      name: 'desktop',
      testIgnore: [PHONE_ALONE, TIME_ZONE],
      grepInvert: PHONE_TAG,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        // what moves is seen to move on the phone
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'martinique',
      testMatch: TIME_ZONE,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
        timezoneId: 'America/Martinique',
      },
    },
  ],
});
