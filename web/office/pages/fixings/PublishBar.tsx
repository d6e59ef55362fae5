import type { RateRow } from '#domain/rates/fixing.ts';
import { type ReviewedRow, reviewDrafts } from '#domain/rates/review.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { formatHour, formatRecent, isSameDay } from '#web/shared/dates.ts';
import { FootBar } from '../../ui/FootBar.tsx';
import { abandonDrafts, formatQuote, useUnreadableCount } from './cells.ts';
import { type DraftOrigin, useDrafts } from './drafts.ts';
import { type PublicationState, usePublication } from './publish.ts';
import { useSheet } from './sheet-state.ts';

type Props = {
  rows: readonly RateRow[];
  unit: QuoteUnit;
  onReview: () => void;
  onUnreadable: () => void;
  onAbandoned: () => void;
};

export const PUBLISH_BAR_ID = 'publication';

/** There from the first draft to the last. */
export function PublishBar({ rows, unit, onReview, onUnreadable, onAbandoned }: Props) {
  const lines = useReviewed(rows).lines;
  const unreadable = useUnreadableCount();
  const late = useDrafts(({ saves }) => Object.keys(saves).find((code) => saves[code] === 'late'));
  const { count, state } = usePublication();
  const isBusy = count > 0;
  if (lines.length === 0 && unreadable === 0 && !isBusy) return null;
  function abandon() {
    abandonDrafts();
    onAbandoned();
  }
  return (
    <FootBar
      id={PUBLISH_BAR_ID}
      name="Publication"
      act="Relire et publier"
      isBusy={isBusy}
      onAct={onReview}
      onAbandon={abandon}
    >
      <p role="status">
        {isBusy ? formatProgress(count, state) : late ? `${late} : ${LATE}` : formatCount(lines.length)}
      </p>
      {unreadable > 0 && !isBusy ? (
        <p>
          <button type="button" onClick={onUnreadable}>
            {unreadable === 1 ? '1 champ illisible' : `${unreadable} champs illisibles`}
          </button>
        </p>
      ) : null}
      {isBusy || lines.length === 0 ? null : (
        <>
          <Origins lines={lines} />
          <UnusualRates lines={lines} unit={unit} />
        </>
      )}
    </FootBar>
  );
}

const LATE = 'cela prend plus de temps que d’habitude';
const NAMED = 5;

const ORIGINS: readonly [DraftOrigin, string][] = [
  ['typed', 'tapé'],
  ['pasted', 'collé'],
  ['file', 'lu dans un fichier'],
  ['history', 'repris de l’historique'],
];

function Origins({ lines }: { lines: readonly ReviewedRow[] }) {
  const drafts = useDrafts((state) => state.rows);
  const rows = useSheet(({ sheet }) => sheet?.rows);
  const codes = lines.map(({ row }) => row.code);
  const shown = codes.map((code) => drafts[code]).filter((draft) => draft !== undefined);
  const followed = rows?.filter(({ code, rule }) => rule !== null && codes.includes(code)).length ?? 0;
  const counts = ORIGINS.map(([origin, word]) => ({
    word,
    count: shown.filter((draft) => (draft.origin ?? 'typed') === origin).length,
  })).filter(({ count }) => count > 0);
  const origins = counts
    .map(({ word, count }) => {
      const agreed = count > 1 ? word.replace(/^(\S+)/, '$1s') : word;
      return counts.length > 1 ? `${count} ${agreed}` : agreed;
    })
    .join(', ');
  const first = Math.min(...shown.flatMap(({ at }) => at ?? []));
  const named = codes.slice(0, NAMED).join(', ');
  return (
    <p>
      {[
        codes.length > NAMED
          ? `${named} et ${codes.length - NAMED} ${codes.length - NAMED === 1 ? 'autre' : 'autres'}`
          : named,
        Number.isFinite(first) ? `${origins} ${formatSince(new Date(first), codes.length)}` : origins,
        followed === 0 ? [] : followed === 1 ? '1 suit une règle' : `${followed} suivent une règle`,
      ]
        .flat()
        .join(' · ')}
    </p>
  );
}

function formatSince(at: Date, count: number): string {
  const now = new Date();
  const when = isSameDay(at, now) ? formatHour(at) : formatRecent(at, now);
  return count === 1 ? when : `depuis ${when.replace(/^à /, '')}`;
}

export function useReviewed(rows: readonly RateRow[]) {
  const { rows: drafts, newer } = useDrafts();
  return reviewDrafts(
    rows.map((row) => newer[row.code] ?? row),
    drafts,
  );
}

function UnusualRates({ lines, unit }: { lines: readonly ReviewedRow[]; unit: QuoteUnit }) {
  const unusual = lines.filter(({ doubts }) => doubts.length > 0);
  const [first] = unusual;
  const [doubt] = first?.doubts ?? [];
  if (!first || !doubt) return null;
  const which =
    'side' in doubt
      ? `${first.row.code} ${doubt.side === 'sale' ? 'vente' : 'achat'} ${formatQuote(doubt.amount, unit)}`
      : `${first.row.code}, achat ${unit === 'per_base' ? 'sous' : 'au-dessus de'} la vente`;
  return (
    <p>
      {unusual.length === 1 ? '1 inhabituel\u00a0:' : `${unusual.length} inhabituels, dont`} {which}
    </p>
  );
}

function formatCount(count: number): string {
  return count === 0 ? 'Rien à publier' : `${count} taux en brouillon`;
}

function formatProgress(count: number, state: PublicationState): string {
  const countText = `${count} taux`;
  const [isAskedAgain, leaves] =
    count === 1 ? ['est redemandé', 'partira'] : ['sont redemandés', 'partiront'];
  switch (state) {
    case 'offline':
      return `Hors ligne\u00a0: ${countText} ${leaves} au retour du réseau`;
    case 'lost':
      return `Réponse perdue\u00a0: ${countText} ${isAskedAgain}, sans risque de doublon`;
    case 'late':
      return `${countText}\u00a0: cela prend plus de temps que d’habitude`;
    case 'sending':
      return `Publication de ${countText}…`;
  }
}
