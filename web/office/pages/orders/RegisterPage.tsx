import { Link, useNavigate } from 'react-router';
import { dayAt } from '#domain/branches/open-state.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { COUNTER_ZONE, formatClock, formatDateOf } from '#domain/reservations/format-moment.ts';
import {
  MOST_REGISTER_LINES,
  type Register,
  type RegisterLine,
  sumRegister,
} from '#domain/reservations/register.ts';
import { isDay } from '#domain/text/day.ts';
import { call } from '#web/shared/api/client.ts';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { formatPayment } from '../../reservations/format.ts';
import { findListScope } from '../../reservations/waiting.ts';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import type { WrittenTable } from '../../tables/write-table.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import styles from './PreparationSheet.module.css';

export const registerPage = page({
  title: 'Registre du jour',
  needs: [],
  load: loadRegister,
  Component: ({ data }) => (data ? <DayRegister data={data} /> : <Placeholder of="orders" />),
});

type RegisterData = { scope: ListRange; day: string; register: Register };

async function loadRegister({ user, url, signal }: Visit): Promise<RegisterData | null> {
  const scope = findListScope(user, 'orders');
  if (!scope) return null;
  const asked = url.searchParams.get('jour') ?? '';
  const day = isDay(asked) ? asked : dayAt(Date.now(), COUNTER_ZONE);
  return { scope, day, register: await call('GET /api/reservations/register', { signal, query: { day } }) };
}

const KINDS = {
  handed_over: 'Bordereau',
  struck: 'Annulation du bordereau',
  redeemed: 'Reprise',
} as const;

function DayRegister({ data: { scope, day, register } }: { data: RegisterData }) {
  const navigate = useNavigate();
  const { lines, is_cut } = register;
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      <PaperSheet
        title={`Registre du ${formatDateOf(day)}`}
        isEmpty={lines.length === 0}
        notice={
          is_cut ? (
            <Notice tone="warning">
              {`Les ${MOST_REGISTER_LINES} premières lignes du jour sont affichées, et leurs totaux seulement.`}
            </Notice>
          ) : null
        }
        tools={
          <>
            <Field label="Jour">
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={day}
                  onChange={({ currentTarget: { value } }) => {
                    if (isDay(value)) void navigate(addresses.registerOf(value));
                  }}
                />
              )}
            </Field>
            <ExportButtons
              label="Exporter"
              fileName={`registre-${day}`}
              makeTable={() => tableOf(lines, scope)}
            />
          </>
        }
      >
        {lines.length === 0 ? (
          <EmptyList>Aucune remise ni reprise ce jour-là.</EmptyList>
        ) : (
          <>
            <Totals lines={lines} />
            <Lines lines={lines} scope={scope} />
          </>
        )}
      </PaperSheet>
    </>
  );
}

function Totals({ lines }: { lines: readonly RegisterLine[] }) {
  return (
    <table className={styles.sheet} aria-label="Totaux">
      <thead>
        <tr>
          <th scope="col">Totaux</th>
          <th scope="col">Devise</th>
          <th scope="col">Entrées</th>
          <th scope="col">Sorties</th>
        </tr>
      </thead>
      <tbody>
        {sumRegister(lines).map(({ place, currency, got, given }) => (
          <tr key={`${place} ${currency}`}>
            <th scope="row">{place}</th>
            <td>{currency}</td>
            <td>{formatWire(currency, got)}</td>
            <td>{formatWire(currency, given)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines, scope }: { lines: readonly RegisterLine[]; scope: ListRange }) {
  return (
    <table className={`${styles.sheet} ${styles.follows}`} aria-label="Lignes du registre">
      <thead>
        <tr>
          <th scope="col">Heure et agence</th>
          <th scope="col">Papier</th>
          <th scope="col">Reçu</th>
          <th scope="col">Remis</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.company} ${line.kind} ${line.number}`}>
            <th scope="row">
              {formatClock(line.at, line.time_zone)} {placeOf(line, scope)}
            </th>
            <td>
              <Link to={addressOf(line)}>{`${KINDS[line.kind]} n°\u00a0${line.number}`}</Link>
              <span className={styles.detail}>
                {`commande n°\u00a0${line.reservation.number}, ${formatPayment(line.payment).toLowerCase()}`}
              </span>
            </td>
            <td>{formatWire(line.got.currency, line.got.amount)}</td>
            <td>{formatWire(line.given.currency, line.given.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function addressOf({ kind, number, reservation: { id } }: RegisterLine): string {
  if (kind === 'redeemed') return addresses.redemption(id, number);
  return kind === 'struck' ? addresses.struckSlip(id, number) : addresses.slip(id);
}

function placeOf({ company, branch }: RegisterLine, scope: ListRange): string {
  return [scope === 'all' ? company : '', branch].filter(Boolean).join(', ');
}

function formatWire(currency: string, amount: number): string {
  const text = formatAmount(currency, Math.abs(centsOf(amount) ?? 0));
  return amount < 0 ? `−${text}` : text;
}

function tableOf(lines: readonly RegisterLine[], scope: ListRange): WrittenTable {
  return [
    ['Heure', 'Lieu', 'Papier', 'Numéro', 'Commande', 'Paiement', 'Reçu', 'Devise', 'Remis', 'Devise'],
    ...lines.map((line) => [
      formatClock(line.at, line.time_zone),
      placeOf(line, scope),
      KINDS[line.kind],
      line.number,
      line.reservation.number,
      formatPayment(line.payment),
      line.got.amount,
      line.got.currency,
      line.given.amount,
      line.given.currency,
    ]),
  ];
}
