import { CSV_MARK, type CsvValue, csvLine } from '#domain/text/csv.ts';
import { selectLeadPages, selectSubscriptionPages } from '../features/audience/list-audience.queries.ts';
import { writeOutput } from './output-file.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

type Row = readonly CsvValue[];

export async function exportLeads(shell: Shell, file: string | undefined): Promise<void> {
  const { db } = await openSession(shell);
  const head = ['date', 'bureau', 'site', 'e-mail', 'consentement', 'texte du consentement'];
  await writeCsv(shell, file, head, selectLeadPages(db), (lead) => [
    lead.at,
    lead.company,
    lead.site,
    lead.email,
    lead.consent_at,
    lead.consent_text,
  ]);
}

/** Subscriptions, oldest first. Those without a date of confirmation must receive no mail. */
export async function exportSubscriptions(shell: Shell, file: string | undefined): Promise<void> {
  const { db } = await openSession(shell);
  const head = ['date', 'e-mail', 'type', 'confirmation', 'texte du consentement'];
  await writeCsv(shell, file, head, selectSubscriptionPages(db), (subscription) => [
    subscription.at,
    subscription.email,
    subscription.type,
    subscription.confirmed_at,
    subscription.consent_text,
  ]);
}

async function writeCsv<T>(
  shell: Shell,
  file: string | undefined,
  head: Row,
  pages: AsyncIterable<readonly T[]>,
  toRow: (item: T) => Row,
): Promise<void> {
  let count = 0;
  async function* lines() {
    yield CSV_MARK + csvLine(head);
    for await (const page of pages) {
      yield page.map((item) => csvLine(toRow(item))).join('');
      count += page.length;
      shell.progress(`Lignes écrites : ${count}`);
    }
  }
  await writeOutput(shell, file, lines());
  shell.printNotice(`Lignes écrites : ${count}`);
}
