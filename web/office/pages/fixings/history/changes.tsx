import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { decimalOf } from '#domain/money/decimal.ts';
import { deviationOf } from '#domain/money/deviation.ts';
import { formatRate } from '#domain/money/format.ts';
import { type FixingSide, fixingText, formatFixing } from '#domain/rates/draft.ts';
import type { FixingLog, LogsFilter } from '#domain/rates/fixing.ts';
import { ORIGIN_LABELS } from '#domain/rates/history.ts';
import { isUnrelated } from '#domain/rates/margin.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import type { Column } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../../addresses.ts';
import { announce } from '../../../announce.ts';
import { replaceDraft } from '../cells.ts';
import { openDrafts, startRead } from '../drafts.ts';
import styles from './changes.module.css';

type Options = {
  showsCompany: boolean;
  mayRestore: boolean;
  linkToNarrowed: (more: LogsFilter) => string;
};

const SIDES = ['purchase', 'sale'] as const;

export function changeColumns({ showsCompany, mayRestore, linkToNarrowed }: Options): Column<FixingLog>[] {
  const columns: (Column<FixingLog> | null)[] = [
    {
      title: 'Devise',
      width: 11,
      isRowHeader: true,
      cell: ({ params: { currency }, company }) => (
        <Link
          className={styles.currency}
          to={linkToNarrowed({ currency: currency.code, ...(showsCompany && { company: company.id }) })}
        >
          <Flag code={currency.code} lazy />
          {currency.code}
        </Link>
      ),
    },
    {
      title: 'Quand',
      width: 13,
      cell: ({ at }) => (
        <time className={styles.whole} dateTime={at}>
          {formatMoment(new Date(at))}
        </time>
      ),
    },
    showsCompany
      ? {
          title: 'Bureau',
          width: 16,
          cell: ({ company: { id, name } }) => <Link to={linkToNarrowed({ company: id })}>{name}</Link>,
        }
      : null,
    {
      title: 'Qui, et comment',
      width: 20,
      cell: (line) => (
        <span className={styles.stack}>
          <Author line={line} linkTo={linkToNarrowed} />
          <span className={styles.detail}>{formatOrigin(line)}</span>
        </span>
      ),
    },
    { title: 'Achat', width: 17, isFigure: true, cell: (line) => <Change line={line} side="purchase" /> },
    { title: 'Vente', width: 17, isFigure: true, cell: (line) => <Change line={line} side="sale" /> },
    {
      title: 'Taux interm.',
      width: 10,
      isFigure: true,
      cell: ({ params }) => formatRate(decimalOf(params.currency.rate)),
    },
    mayRestore
      ? {
          title: 'Rétablir',
          width: 12,
          isFigure: true,
          isTitleHidden: true,
          cell: (line) => <Restore line={line} />,
        }
      : null,
  ];
  return columns.filter((column) => column !== null);
}

function Author({
  line: { user, user_id, origin },
  linkTo,
}: {
  line: FixingLog;
  linkTo: Options['linkToNarrowed'];
}): ReactNode {
  if (!user || user_id === null) return origin === 'rule' ? 'Taux intermédiaire' : 'Ligne de commande';
  return <Link to={linkTo({ user: user_id })}>{`${user.name} ${user.surname}`.trim()}</Link>;
}

export function formatOrigin(line: FixingLog): string {
  const { origin, rule, is_taken_back, is_confirmation, is_held, is_refusal, branch } = line;
  const origins: Readonly<Record<string, string>> = ORIGIN_LABELS;
  return [
    is_taken_back ? 'publication annulée' : (origins[origin] ?? origin),
    rule ? formatRule(rule) : [],
    is_refusal ? 'taux retenu refusé' : [],
    is_confirmation ? 'confirmé' : [],
    is_held && !is_refusal ? 'retenu' : [],
    branch ? branch.name : [],
  ]
    .flat()
    .join(', ');
}

function formatRule({ purchase_margin, sale_margin }: NonNullable<FixingLog['rule']>): string {
  const percent = (margin: number) => `${margin.toLocaleString('fr-FR')}\u00a0%`;
  return [
    purchase_margin === null ? [] : `achat ${percent(purchase_margin)}`,
    sale_margin === null ? [] : `vente ${percent(sale_margin)}`,
  ]
    .flat()
    .join(', ');
}

function Change({ line, side }: { line: FixingLog; side: FixingSide }) {
  const now = line.params.amounts[side];
  const before = line.former?.[side] ?? null;
  if (before === now) return formatAmount(now);
  return (
    <span className={styles.stack}>
      <span>
        {line.former ? (
          <>
            <span className={styles.former}>{formatAmount(before)}</span>
            <span aria-hidden="true"> → </span>
            <span className="visually-hidden"> devenu </span>
          </>
        ) : null}
        <strong>{formatAmount(now)}</strong>
      </span>
      <span className={styles.detail}>{formatDeviation(before, now)}</span>
    </span>
  );
}

function formatDeviation(before: number | null, now: number | null): string {
  if (before === null || now === null) return '';
  if (isUnrelated(now, before)) return 'sans commune mesure';
  const tenths = deviationOf(decimalOf(now), decimalOf(before));
  const figure = (Math.abs(tenths) / 10).toLocaleString('fr-FR', ONE_DECIMAL);
  return `${tenths < 0 ? '−' : '+'}${figure} %`;
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function formatAmount(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}

function Restore({ line }: { line: FixingLog }) {
  const navigate = useNavigate();
  const user = useClientState((state) => state.user);
  const { currency, amounts } = line.params;
  // a branch's line would land on the company's row
  if (line.branch || (amounts.purchase === null && amounts.sale === null)) return null;

  async function restore(): Promise<void> {
    try {
      const readAt = startRead();
      const { rates } = await call('GET /api/fixings/rates');
      if (user) openDrafts(user.id, rates, readAt);
      const row = rates.find(({ code }) => code === currency.code);
      if (!row) return;
      const { purchase, sale } = amounts;
      const draft = {
        ...(purchase !== null && { purchase: fixingText(purchase) }),
        ...(sale !== null && { sale: fixingText(sale) }),
      };
      replaceDraft(row, draft, 'history');
      const isSame = SIDES.every((side) => amounts[side] === null || amounts[side] === row[side]);
      if (isSame) return announce(`${currency.code} est déjà à ce taux.`);
      announce(`${currency.code} est à relire, puis à publier.`, addresses.fixings);
      void navigate(addresses.fixings);
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <Button
      variant="secondary"
      size="small"
      className={styles.whole}
      aria-label={`Rétablir ce taux de ${currency.code}, du ${formatMoment(new Date(line.at))}`}
      onClick={() => void restore()}
    >
      Rétablir
    </Button>
  );
}
