import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { applicationOf } from './hosts.ts';

const config = readConfig({ BACKOFFICE_HOST: 'pro.example' });

test.each([
  [{ host: 'pro.example' }, 'backoffice'],
  [{ host: 'PRO.example:8080' }, 'backoffice'],
  [{ host: 'pro.example ' }, 'backoffice'],
  [{ host: 'pro.example.evil.example' }, 'public'],
  [{ host: 'localhost, pro.example' }, 'backoffice'],
  [{ host: 'pro.example, localhost' }, 'public'],
  [{ host: '' }, 'public'],
  [{}, 'public'],
  [{ host: 'localhost', 'x-forwarded-host': 'pro.example' }, 'public'],
])('%j is of the host %s', (headers, application) => {
  expect(applicationOf(headers, config)).toBe(application);
});

test.each([
  [{ host: 'app', 'x-forwarded-host': 'pro.example' }, 'backoffice'],
  [{ host: 'pro.example', 'x-forwarded-host': 'pro.example, localhost' }, 'public'],
  [{ host: 'pro.example' }, 'backoffice'],
])('behind a proxy %j is of the host %s', (headers, application) => {
  expect(applicationOf(headers, { ...config, trustProxy: true })).toBe(application);
});
