import type { MailSender } from '../mail/send-mails.ts';
import type { RecurringJob } from './job.ts';

/** Gives a job to each mail that is due and has none, those of a dead instance among them. */
export function findMailsJob(sender: MailSender): RecurringJob {
  return { name: 'find-mails', run: () => sender.find(), longest: 60_000, retry: 1_000 };
}
