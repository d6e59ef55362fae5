import type { Job, RecurringJob } from '../jobs/job.ts';
import { SEND_MAIL } from './enqueue-mail.ts';
import { releaseMail } from './mails.queries.ts';
import type { MailSender } from './send-mails.ts';

export function sendMailJob(sender: MailSender): Job {
  return {
    name: SEND_MAIL,
    run: ({ mail = 0 }, signal) => sender.send(mail, signal),
    release: (trx, { mail = 0 }) => releaseMail(trx, mail),
  };
}

export function findMailsJob(sender: MailSender): RecurringJob {
  return { name: 'find-mails', run: () => sender.enqueueDue(), longest: 60_000, retry: 1_000 };
}
