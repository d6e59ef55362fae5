import { SEND_MAIL } from '../mail/enqueue-mail.ts';
import type { MailSender } from '../mail/send-mails.ts';
import type { Job } from './job.ts';

/** Sends one mail: `payload.mail`. */
export function sendMailJob(sender: MailSender): Job {
  return { name: SEND_MAIL, run: ({ mail = 0 }, signal) => sender.send(mail, signal) };
}
