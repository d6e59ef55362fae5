import { Counter } from 'prom-client';

// Outcomes of one try to send a mail, with those of its row (`retry`: the server took nothing, and is asked again).
const TRIES = ['sent', 'needless', 'retry', 'refused', 'given_up', 'unknown'] as const;

// Counters of this process since its start. Each begins at 0, so that Prometheus sees the first increase.
export const mailTries = new Counter({
  name: 'parite_mail_tries_total',
  help: 'Tries to send a mail, by outcome.',
  labelNames: ['outcome'],
  registers: [],
});
for (const outcome of TRIES) mailTries.inc({ outcome }, 0);

// past its time; confirmed, answered or ended since; nobody there to whom it may go
const NEEDLESS_REASONS = ['expired', 'settled', 'gone'] as const;
export type NeedlessReason = (typeof NEEDLESS_REASONS)[number];

export const mailsNeedless = new Counter({
  name: 'parite_mails_needless_total',
  help: 'Mails dropped as needless, by reason.',
  labelNames: ['reason'],
  registers: [],
});
for (const reason of NEEDLESS_REASONS) mailsNeedless.inc({ reason }, 0);

export const codesUnsent = new Counter({
  name: 'parite_traveller_codes_unsent_total',
  help: 'Login codes that travellers asked for and that the full lane did not let out.',
  registers: [],
});

export const jobFailures = new Counter({
  name: 'parite_job_failures_total',
  help: 'Runs of a job that failed, by task.',
  labelNames: ['task'],
  registers: [],
});
