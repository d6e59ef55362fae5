import { Link } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Money } from '#domain/offers/offer.ts';
import type { Imprint, ListingLimits } from '#domain/publisher/imprint.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { financesOf, readImprint } from '../../imprint.ts';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import { TextPage } from '../../layout/TextPage.tsx';

type Props = {
  data: { currencies: { readonly length: number }; answer: Answer<'POST /api/public/offers'> };
};

export function MethodPage({ data: { currencies, answer } }: Props) {
  const { at, source } = answer.currency_rate;
  const imprint = readImprint();
  const { isDemonstration, publisher, limits } = imprint;
  const { ties, revenue } = financesOf(imprint);
  return (
    <TextPage
      title="Comment fonctionne le comparateur"
      lead="Le classement des offres, les bureaux de la liste, nos revenus et notre équipe."
      updated="2026-11-26"
    >
      <Ranking {...limits} />
      <Listing {...limits} />
      <section>
        <h2>Nos liens avec les bureaux</h2>
        <p>
          {ties} Le badge Partenaire signale un bureau qui prépare la bêta avec nous. Il n’avantage
          personne&nbsp;: le rang et les montants restent ceux du classement.
        </p>
      </section>
      <section>
        <h2>Notre rémunération</h2>
        <p>
          {revenue} Aucun rang ne se paie. Seul ce que vous demandez classe les offres. Le service est gratuit
          pour vous et n’ajoute pas de frais.
        </p>
        <p>
          Qu’un bureau prenne des réservations, et que vous réserviez chez lui, ne déplace aucun rang.{' '}
          {publisher
            ? 'Ce qu’une réservation rapporte à Parité, s’il y a lieu, est dit ci-dessus.'
            : 'Une réservation ne rapporte rien à Parité.'}
        </p>
      </section>
      <section>
        <h2>La composition du prix</h2>
        <p>
          Un bureau se rémunère sur l’écart entre son taux et le taux intermédiaire, celui du marché. Le
          montant reçu découle du taux que le bureau nous communique. Son coût est ce qui vous manque par
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
        <h2>Les bureaux comparés</h2>
        <p>
          Les bureaux qui nous communiquent leurs taux et servent la devise demandée : {answer.total} en ce
          moment pour un échange d’euros en dollars américains, parmi {currencies.length - 1} devises contre
          l’euro. Le nombre de bureaux est écrit au-dessus de chaque liste, qui montre les 50 meilleures
          offres au plus. Elle n’est pas exhaustive. D’autres bureaux existent, qui ne figurent pas ici.
        </p>
        <p>
          La garantie du taux et la reprise des billets varient d’un bureau à l’autre. Celles d’un bureau sont
          écrites avant toute réservation.
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
      <Publishing isDemonstration={isDemonstration} publisher={publisher} />
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
        <h2>Les textes appliqués</h2>
        <ul>
          <li>
            Code de la consommation, article L111-7, modifié par la loi n°&nbsp;2024-449 du 21&nbsp;mai 2024
            (loi SREN).
          </li>
          <li>
            Code de la consommation, articles D111-6 et D111-7, rédigés par le décret n°&nbsp;2024-753 du
            7&nbsp;juillet 2024, en vigueur depuis le 9&nbsp;juillet 2024.
          </li>
        </ul>
      </section>
      <section>
        <ScrollLink className={buttonClass()} section="comparateur">
          Comparer les bureaux
        </ScrollLink>
      </section>
    </TextPage>
  );
}

function Ranking({ freshHours }: ListingLimits) {
  return (
    <section>
      <h2>Le classement</h2>
      <p>
        Un seul critère classe les offres&nbsp;: le montant que le bureau vous remet, marge comprise, du plus
        grand au plus petit. Si vous demandez ce qu’il faut apporter pour recevoir un montant, c’est ce que
        demande chaque bureau, du plus petit au plus grand.
      </p>
      <p>Les paramètres, du plus fort au plus faible&nbsp;:</p>
      <dl>
        <div>
          <dt>1. L’âge du taux</dt>
          <dd>
            Il passe avant tout le reste. Les taux fixés ou confirmés depuis moins de{' '}
            {formatCount(freshHours, 'heure')} viennent en premier. Les autres suivent, classés de même, sous
            « Taux à confirmer auprès du bureau ».
          </dd>
        </div>
        <div>
          <dt>2. Le montant</dt>
          <dd>Dans chacun de ces deux groupes, il décide seul.</dd>
        </div>
        <div>
          <dt>3. Le nom du bureau</dt>
          <dd>Il départage deux montants égaux, par ordre alphabétique.</dd>
        </div>
        <div>
          <dt>La distance, sur demande</dt>
          <dd>
            Près d’un lieu, elle prend la place du montant si vous demandez les offres par distance. La plus
            proche vient d’abord, chaque bureau par son guichet le plus proche.
          </dd>
        </div>
        <div>
          <dt>Poids nul</dt>
          <dd>Le badge Partenaire, un paiement, une réservation et tout autre élément ne comptent pas.</dd>
        </div>
      </dl>
    </section>
  );
}

function Listing({ staleDays, heldAbove, heldOff }: ListingLimits) {
  const days = formatCount(staleDays, 'jour');
  return (
    <section>
      <h2>L’entrée dans la liste et la sortie</h2>
      <p>Un bureau figure dans une comparaison quand&nbsp;:</p>
      <ul>
        <li>l’éditeur du site l’a inscrit comme professionnel du change, avec son nom et son site&nbsp;;</li>
        <li>il a fixé lui-même un taux pour la devise et le sens demandés&nbsp;;</li>
        <li>il a fixé ou confirmé ce taux depuis moins de {days}&nbsp;;</li>
        <li>il n’ajoute pas de frais à son taux.</li>
      </ul>
      <p>Son offre quitte la liste quand&nbsp;:</p>
      <ul>
        <li>le taux dépasse {days}, jusqu’à ce que le bureau le fixe ou le confirme&nbsp;;</li>
        <li>
          le taux vous avantage de plus de {heldAbove}&nbsp;% sur le taux intermédiaire, ou s’en écarte de
          plus de {heldOff}&nbsp;%, jusqu’à ce qu’une seconde personne l’accepte&nbsp;;
        </li>
        <li>le bureau suspend la devise, par exemple quand il n’en a plus&nbsp;;</li>
        <li>
          le bureau demande des frais en plus de son taux, et quitte alors toutes les comparaisons&nbsp;;
        </li>
        <li>
          l’éditeur suspend le bureau, par exemple s’il n’a plus le droit d’exercer ou n’applique pas ses taux
          au guichet.
        </li>
      </ul>
      <p>
        Près d’un lieu, un bureau sans guichet qui réponde à vos souhaits (rayon, ouvert maintenant, aéroport,
        reprise) n’est pas listé. La page dit combien ne le sont pas. Être partenaire ne fait entrer personne
        dans la liste, et n’y maintient personne.
      </p>
    </section>
  );
}

function Publishing({ isDemonstration, publisher }: Pick<Imprint, 'isDemonstration' | 'publisher'>) {
  return (
    <section>
      <h2>Qui est derrière Parité</h2>
      <p>
        {publisher
          ? `${[publisher.name, publisher.registration, publisher.address].filter(Boolean).join(', ')}, publie ce site et répond du classement. `
          : isDemonstration
            ? 'Parité est une société fictive, imaginée pour une démonstration. '
            : 'Cette instance n’a pas d’éditeur. '}
        Les <Link to="/mentions-legales">mentions légales</Link> disent qui dirige la publication, qui héberge
        le site et à qui écrire.
      </p>
      <p>
        Chaque offre vient d’un bureau de change, un professionnel. L’échange se conclut avec lui, à ses
        conditions. Parité compare et vous oriente, sans recevoir votre argent.
      </p>
    </section>
  );
}

function formatCount(count: number, unit: string): string {
  return `${count}\u00a0${unit}${count > 1 ? 's' : ''}`;
}

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
