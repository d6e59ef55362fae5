import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Money } from '#domain/offers/offer.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { readImprint } from '../../imprint.ts';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import { TextPage } from '../../layout/TextPage.tsx';

type Props = {
  data: { currencies: Answer<'GET /api/public/currencies'>; answer: Answer<'POST /api/public/offers'> };
};

export function MethodPage({ data: { currencies, answer } }: Props) {
  const { at, source } = answer.currency_rate;
  const { isDemonstration, publisher } = readImprint();
  const { ties, revenue } = publisher ?? (isDemonstration ? OF_A_DEMONSTRATION : OF_NOBODY);
  return (
    <TextPage
      title="Comment fonctionne le comparateur"
      lead="Ce qui classe les offres, ce que nous gagnons, ce qui est comparé et ce qui ne l’est pas : les informations que prévoit l’article D111-11 du Code de la consommation."
      updated="2026-11-23"
    >
      <section>
        <h2>Le classement</h2>
        <p>
          Le critère : le montant que le bureau vous remet, marge comprise, du plus grand au plus petit. Si
          vous demandez ce qu’il faut apporter pour recevoir un montant : ce que demande chaque bureau, du
          plus petit au plus grand. À montant égal, les bureaux sont rangés par ordre alphabétique.
        </p>
        <p>
          Les taux que leur bureau n’a ni fixés ni confirmés récemment viennent après tous les autres, rangés
          de même, sous « Taux à confirmer auprès du bureau » ; les plus anciens ne sont plus comparés. Nous
          n’appliquons aucun autre tri, sauf celui que vous demandez.
        </p>
        <p>
          Quand vous indiquez un lieu, vous pouvez demander les offres par distance, la plus proche d’abord,
          chaque bureau par son guichet qui remet le plus : les taux à confirmer viennent là aussi après les
          autres. Un bureau sans guichet qui réponde à vos souhaits (rayon, ouvert maintenant, aéroport,
          reprise) n’est pas listé ; la page dit combien ne le sont pas.
        </p>
      </section>
      <section>
        <h2>Nos liens avec les bureaux</h2>
        <p>
          {ties} Le badge Partenaire signale un bureau avec lequel nous préparons ce que la bêta apporte. Il
          ne change ni le rang, ni les montants affichés.
        </p>
      </section>
      <section>
        <h2>Notre rémunération</h2>
        <p>
          {revenue} Aucun rang ne se paie : seul ce que vous demandez classe les offres. Le service est
          gratuit pour vous et n’ajoute aucuns frais.
        </p>
        <p>
          Qu’un bureau prenne des réservations, et que vous réserviez chez lui, ne déplace aucun rang.{' '}
          {publisher
            ? 'Ce qu’une réservation rapporte à Parité, s’il y a lieu, est dit ci-dessus.'
            : 'Une réservation ne rapporte rien à Parité.'}
        </p>
      </section>
      <section>
        <h2>Ce qui compose le prix</h2>
        <p>
          Un bureau se rémunère sur l’écart entre son taux et le taux intermédiaire, celui du marché. Le
          montant reçu découle du taux que le bureau nous communique ; son coût est ce qui vous manque par
          rapport au taux intermédiaire. D’éventuels frais propres au bureau, une livraison par exemple, n’y
          figurent pas.
        </p>
        <Example answer={answer} />
        <p>
          Les montants sont calculés en décimal exact. Le montant reçu est arrondi au centime inférieur, comme
          au guichet ; le coût, au centime le plus proche.
        </p>
      </section>
      <section>
        <h2>Ce qui est comparé</h2>
        <p>
          Les bureaux qui nous communiquent leurs taux et servent la devise demandée : {answer.total} en ce
          moment pour un échange d’euros en dollars américains, parmi {currencies.length - 1} devises contre
          l’euro. Le nombre de bureaux est écrit au-dessus de chaque liste, qui montre les 50 meilleures
          offres au plus. Elle n’est pas exhaustive : d’autres bureaux existent, qui ne figurent pas ici.
        </p>
      </section>
      <section>
        <h2>La mise à jour</h2>
        <p>
          Chaque bureau fixe lui-même ses taux. Un taux modifié entre aussitôt dans les comparaisons, sauf
          s’il s’écarte tant du marché qu’une seconde personne doit d’abord l’accepter. Chaque offre dit quand
          le sien a été fixé ou confirmé. Le taux intermédiaire est celui d’une journée : celui de l’exemple
          ci-dessus date du <time dateTime={at}>{formatDay(at)}</time>, source {source}. Le taux appliqué
          reste celui du bureau au moment de l’échange.
        </p>
      </section>
      {isDemonstration ? (
        <section>
          <h2>Une démonstration</h2>
          <p>
            Les bureaux présentés sont fictifs et leurs marges vraisemblables. Les taux intermédiaires dont la
            source est « données de démonstration » ont été observés, mais à d’autres dates que celles
            affichées. Voyez aussi les <Link to="/mentions-legales">mentions légales</Link>.
          </p>
        </section>
      ) : null}
      <section>
        <ScrollLink className={buttonClass()} section="comparateur">
          Comparer les bureaux
        </ScrollLink>
      </section>
    </TextPage>
  );
}

const OF_A_DEMONSTRATION = {
  ties: 'Les bureaux de cette démonstration sont fictifs : rien ne les lie à personne.',
  revenue: 'Dans cette démonstration, personne ne paie personne.',
};
const OF_NOBODY = {
  ties: 'Cette instance n’est pas ouverte au public : elle n’a pas d’éditeur, que quelque chose lierait à un bureau.',
  revenue: 'Elle n’a pas d’éditeur, que quelqu’un paierait.',
};

function formatDay(at: string): string {
  return new Date(at)
    .toLocaleDateString('fr-FR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'Europe/Paris',
    })
    .replaceAll('/', '-');
}

function Example({ answer: { offers } }: { answer: Answer<'POST /api/public/offers'> }) {
  const [best] = offers;
  const last = offers.at(-1);
  if (!best || !last) return null;
  return (
    <>
      <p>Un exemple, aux taux de ce moment, pour {formatMoney(best.ct_offer, formatShortAmount)} :</p>
      <dl>
        <div>
          <dt>Valeur au taux intermédiaire</dt>
          <dd>{formatMoney(best.ct_wish)}</dd>
        </div>
        {[best, last].map(({ company, co_offer, costs }, order) => (
          <div key={company.name}>
            <dt>{order === 0 ? 'Meilleure offre' : 'Dernière offre'}</dt>
            <dd>
              {company.name} remet <strong>{formatMoney(co_offer)}</strong>,{' '}
              {costs.amount < 0
                ? `soit un gain de ${formatMoney({ ...costs, amount: -costs.amount })}`
                : `soit un coût de ${formatMoney(costs)}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function formatMoney({ currency, amount }: Money, format = formatAmount): string {
  return format(currency, centsOf(amount) ?? 0);
}
