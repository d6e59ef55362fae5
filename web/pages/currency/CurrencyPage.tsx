import { currencySymbol, groupDigits } from '#domain/money/format.ts';
import { articlePath, currencyPath } from '#domain/pages/address.ts';
import type { CurrencyView } from '#domain/pages/page.ts';
import { joinWords } from '#domain/text/join-words.ts';
import { History } from '../history/History.tsx';
import { AmountTable } from '../parts/AmountTable.tsx';
import { BestFigure } from '../parts/BestFigure.tsx';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';
import { OfferLines } from '../parts/OfferLines.tsx';
import { Columns, Links, PageHead, Panel, Part, Split } from '../parts/Part.tsx';
import { capitalised, inPlural, somePlural } from '../words.ts';
import styles from './CurrencyPage.module.css';

type Props = { view: CurrencyView; today: string };

export function CurrencyPage({ view, today }: Props) {
  const { side, base, currency, best, midRate } = view;
  const isBuying = side === 'buy';
  const hasOffers = best.offers.length > 0;
  return (
    <>
      <PageHead
        title={
          isBuying
            ? `Changer des ${base.label}s en ${inPlural(currency)}`
            : `Changer ${somePlural(currency)} en ${base.label}s`
        }
      >
        <Split
          aside={
            <Panel title="Comparer un autre montant">
              <ComparatorForm
                asked={{ amount: String(best.amount / 100), side, code: currency.code }}
                currencies={view.currencies}
              />
            </Panel>
          }
        >
          <BestFigure result={best} midRate={midRate} base={base} today={today} />
        </Split>
      </PageHead>
      {hasOffers ? (
        <Part title="Les meilleures offres">
          <OfferLines result={best} base={base} today={today} />
        </Part>
      ) : null}
      {view.history ? <History view={view} history={view.history} today={today} /> : null}
      {hasOffers ? <Amounts view={view} /> : null}
      <Notes view={view} />
      {view.places.length > 0 ? <Places view={view} /> : null}
      {view.articles.length > 0 ? (
        <Part title="À lire avant de partir">
          <Links links={view.articles.map(({ id, title }) => ({ path: articlePath(id), text: title }))} />
        </Part>
      ) : null}
      <Others view={view} />
    </>
  );
}

function Amounts({ view: { best, given, wished } }: { view: CurrencyView }) {
  const { from, to } = best;
  return (
    <Part title="Combien pour quel montant">
      <p className={styles.note}>Montants au taux de la meilleure offre.</p>
      <Columns>
        <AmountTable label={`Donner ${somePlural(from)}`} from={from} to={to} rows={given} asked="given" />
        <AmountTable
          label={`Recevoir ${somePlural(to)}`}
          from={from}
          to={to}
          rows={wished}
          asked="received"
        />
      </Columns>
    </Part>
  );
}

function Notes({ view: { notes, currency, isRestricted } }: { view: CurrencyView }) {
  if (notes.length === 0 && !isRestricted) return null;
  const [symbol, figures] = [currencySymbol(currency.code), notes.map((note) => groupDigits(String(note)))];
  return (
    <Part title="Les billets">
      {notes.length > 0 ? (
        <p>{`Billets en circulation\u00a0: ${symbol}\u00a0${joinWords(figures)}. Un bureau n’a pas toujours toutes les coupures.`}</p>
      ) : null}
      {isRestricted ? (
        <p>
          {`Cette monnaie sort peu ou pas de son pays\u00a0: entrer ou repartir avec des billets est limité, parfois interdit. Renseignez-vous auprès de l’ambassade avant d’en changer.`}
        </p>
      ) : null}
    </Part>
  );
}

function Places({ view: { places } }: { view: CurrencyView }) {
  return (
    <Part title="Où changer">
      <dl className={styles.places}>
        {places.map(({ name, slug, cities }) => (
          <div key={slug}>
            <dt>
              <a href={`/bureaux/${slug}`}>{name}</a>
            </dt>
            <dd>{joinWords(cities)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Others({ view: { side, base, currency, others, hasOtherSide } }: { view: CurrencyView }) {
  const other = {
    path: currencyPath(currency.code, side === 'buy' ? 'sell' : 'buy'),
    text: side === 'buy' ? `Revendre ${somePlural(currency)}` : `Acheter ${somePlural(currency)}`,
  };
  return (
    <Part title={`Autres échanges contre des ${base.label}s`}>
      <Links
        links={[
          ...(hasOtherSide ? [other] : []),
          ...others.map((each) => ({ path: currencyPath(each.code, side), text: capitalised(each.label) })),
          { path: '/devises', text: 'Toutes les devises' },
        ]}
      />
    </Part>
  );
}
