import { useState } from 'react';
import { centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount } from '#domain/money/format.ts';
import { formatExactRate } from '#domain/money/format-exact.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatLocalMoment } from '#domain/reservations/format-moment.ts';
import { netRateOf } from '#domain/reservations/net-rate.ts';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { formatBrought, formatHandedOver, formatPayment, type Row } from '../../reservations/format.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import styles from './SlipPage.module.css';

export const slipPage = page({
  title: 'Bordereau',
  needs: [],
  load: loadSlip,
  Component: ({ data }) => (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {data?.slip ? <SlipOf row={data} slip={data.slip} /> : <NoSlip />}
    </>
  ),
});

async function loadSlip({ params, signal }: Visit): Promise<Row | null> {
  const { id = '' } = params;
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const { rows } = await callPage('GET /api/reservations', { signal, query: { id } });
  return rows[0] ?? null;
}

function NoSlip() {
  return (
    <EmptyState title="Aucun bordereau">
      Cette commande n’a pas été remise par votre bureau : un bordereau se numérote à la remise.
    </EmptyState>
  );
}

type Slip = NonNullable<Row['slip']>;

/** The customer's name is typed here and stored nowhere. */
function SlipOf({ row, slip }: { row: Row; slip: Slip }) {
  const [name, setName] = useState('');
  return (
    <PaperSheet
      title={`Bordereau n° ${slip.number}`}
      tools={
        <TextField
          label="Nom du client"
          hint="À sa demande seulement ; il n’est pas conservé"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      }
    >
      <Paper row={row} slip={slip} name={name.trim()} />
    </PaperSheet>
  );
}

function Paper({ row, slip, name }: { row: Row; slip: Slip; name: string }) {
  const { side, base, currency, rate, offered, received, fee } = asHandedOver(row);
  const cents = (amount: number) => centsOf(amount) ?? 0;
  const price = { offered: cents(offered), received: cents(received), fee: cents(fee) };
  const net = netRateOf(side === 'sale' ? 'sale' : 'purchase', decimalOf(rate), price);
  const formatSlipAmount = (of: string, amount: number) => formatAmount(of, cents(amount));
  const formatSlipRate = (text: string) => `1 ${base} = ${text} ${currency}`;
  const [brought, handedOut] = side === 'sale' ? [base, currency] : [currency, base];
  const facts: (readonly [string, string])[] = [
    ['Réservation', `n° ${row.number}`],
    ['Opération', side === 'sale' ? `Vente de ${currency} au client` : `Achat de ${currency} au client`],
    ['Montant reçu du client, hors frais', formatSlipAmount(brought, offered)],
    ['Taux appliqué', formatSlipRate(formatExactRate(decimalOf(rate)))],
    ...(row.applied
      ? ([['Taux réservé', formatSlipRate(formatExactRate(decimalOf(row.rate)))]] as const)
      : []),
    ['Contre-valeur', formatSlipAmount(handedOut, received)],
    ['Frais et commissions', formatSlipAmount(base, fee)],
    ['Total versé par le client', formatBrought(row)],
    ['Total remis au client', formatHandedOver(row)],
    ['Paiement', formatPayment(row.payment)],
    ...(name ? ([['Client', name]] as const) : []),
  ];
  return (
    <div className={styles.slip}>
      <div>
        <p className={styles.bureau}>{slip.name}</p>
        {slip.address ? <p>{slip.address}</p> : null}
        {slip.authorisation ? <p>Changeur manuel, n° {slip.authorisation}</p> : null}
      </div>
      <p className={styles.number}>
        Bordereau de change n° {slip.number}, le {formatLocalMoment(slip.at, row.time_zone)}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
        {/* the law wants this line alone in bold */}
        <div className={styles.net}>
          <dt>Taux net, frais compris</dt>
          <dd>
            <strong>{formatSlipRate(formatExactRate(net))}</strong>
          </dd>
        </div>
      </dl>
      {/* printed for a later return, when the reservation may be erased */}
      {row.promise.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
