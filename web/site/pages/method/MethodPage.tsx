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
import styles from './MethodPage.module.css';

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
      updated="2026-11-28"
      essentials={[
        { title: 'Le montant décide', text: 'Le bureau qui vous remet le plus vient en tête.' },
        {
          title: 'Aucun rang acheté',
          text: 'Un badge, un paiement ou une réservation laissent le rang tel qu’il est.',
        },
        {
          title: '€ 0 ajouté',
          text: 'Le bureau se rémunère dans son taux, et vous voyez de combien.',
        },
        {
          title: formatCount(answer.total, 'bureau', 'bureaux'),
          text: 'Comparés en ce moment, pour des euros en dollars américains.',
        },
      ]}
      sections={[
        { id: 'classement', title: 'Le classement', text: <Ranking {...limits} /> },
        { id: 'liste', title: 'L’entrée dans la liste et la sortie', text: <Listing {...limits} /> },
        {
          id: 'liens',
          title: 'Nos liens avec les bureaux',
          text: (
            <p>
              {ties} Le badge Partenaire signale un bureau qui prépare la bêta avec nous. Le badge n’avantage
              personne&nbsp;: le rang et les montants restent ceux du classement.
            </p>
          ),
        },
        {
          id: 'remuneration',
          title: 'Notre rémunération',
          text: (
            <>
              <p>
                Le service est gratuit pour vous et n’ajoute pas de frais. {revenue} Aucun rang ne se paie.
                Seule votre demande classe les offres.
              </p>
              <p>
                Réserver chez un bureau ne déplace aucun rang.{' '}
                {publisher
                  ? 'Le revenu éventuel d’une réservation figure ci-dessus.'
                  : 'Une réservation ne rapporte rien à Parité.'}
              </p>
            </>
          ),
        },
        {
          id: 'prix',
          title: 'La composition du prix',
          text: (
            <>
              <p>
                Un bureau se rémunère sur l’écart entre son taux et le taux intermédiaire, au milieu du
                marché. Le montant reçu découle du taux que le bureau nous communique. Le coût est la somme
                qui vous manque par rapport au taux intermédiaire. D’éventuels frais propres au bureau, une
                livraison par exemple, viennent en plus.
              </p>
              <Example answer={answer} />
              <p>
                Les montants sont calculés en décimal exact. Le montant reçu est arrondi au centime inférieur,
                comme au guichet. Le coût l’est au centime le plus proche.
              </p>
            </>
          ),
        },
        {
          id: 'bureaux',
          title: 'Les bureaux comparés',
          text: (
            <>
              <p>
                Nous comparons les bureaux qui nous communiquent leurs taux et servent la devise
                demandée&nbsp;: {answer.total} en ce moment pour un échange d’euros en dollars américains,
                parmi {currencies.length - 1} devises contre l’euro. Leur nombre est écrit au-dessus de chaque
                liste, limitée aux 50 meilleures offres. La liste n’est pas exhaustive, et d’autres bureaux
                existent.
              </p>
              <p>
                La garantie du taux et la reprise des billets varient d’un bureau à l’autre. Vous en lisez les
                conditions avant toute réservation.
              </p>
            </>
          ),
        },
        {
          id: 'mise-a-jour',
          title: 'La mise à jour',
          text: (
            <p>
              Chaque bureau fixe lui-même ses taux. Un taux modifié entre aussitôt dans les comparaisons. Très
              éloigné du marché, il attend d’abord l’accord d’une seconde personne. Chaque offre indique quand
              le bureau a fixé ou confirmé son taux. Le taux intermédiaire vaut pour une journée. L’exemple
              ci-dessus date du <time dateTime={at}>{formatDay(at)}</time>, source {source}. Le taux appliqué
              reste celui du bureau au moment de l’échange.
            </p>
          ),
        },
        {
          id: 'editeur',
          title: 'Qui est derrière Parité',
          text: <Publishing isDemonstration={isDemonstration} publisher={publisher} />,
        },
        ...(isDemonstration ? [DEMONSTRATION] : []),
        {
          id: 'textes',
          title: 'Les textes appliqués',
          text: (
            <ul>
              <li>
                Code de la consommation, article L111-7, modifié par la loi n°&nbsp;2024-449 du 21&nbsp;mai
                2024 (loi SREN).
              </li>
              <li>
                Code de la consommation, articles D111-6 et D111-7, rédigés par le décret n°&nbsp;2024-753 du
                7&nbsp;juillet 2024, en vigueur depuis le 9&nbsp;juillet 2024.
              </li>
            </ul>
          ),
        },
      ]}
    >
      <section>
        <ScrollLink className={buttonClass()} section="comparateur">
          Comparer les bureaux
        </ScrollLink>
      </section>
    </TextPage>
  );
}

const DEMONSTRATION = {
  id: 'demonstration',
  title: 'Une démonstration',
  text: (
    <p>
      Les bureaux présentés sont fictifs et leurs marges vraisemblables. Les taux intermédiaires dont la
      source est «&nbsp;données de démonstration&nbsp;» ont été observés à d’autres dates. Voyez aussi les{' '}
      <Link to="/mentions-legales">mentions légales</Link>.
    </p>
  ),
};

function Ranking({ freshHours }: ListingLimits) {
  return (
    <>
      <p>
        Un seul critère classe les offres&nbsp;: le montant que le bureau vous remet, marge comprise, du plus
        grand au plus petit. Pour recevoir un montant précis, le bureau qui demande le moins vient en tête.
      </p>
      <p>Les paramètres, du plus fort au plus faible&nbsp;:</p>
      <dl>
        <div>
          <dt>1. L’âge du taux</dt>
          <dd>
            Avant tout le reste, les taux fixés ou confirmés depuis moins de{' '}
            {formatCount(freshHours, 'heure')} viennent en premier. Les autres suivent, classés de même, sous
            «&nbsp;Taux à confirmer auprès du bureau&nbsp;».
          </dd>
        </div>
        <div>
          <dt>2. Le montant</dt>
          <dd>Dans chacun de ces deux groupes, le montant décide seul.</dd>
        </div>
        <div>
          <dt>3. Le nom du bureau</dt>
          <dd>À montants égaux, l’ordre alphabétique départage les bureaux.</dd>
        </div>
        <div>
          <dt>La distance, sur demande</dt>
          <dd>
            Près d’un lieu, la distance prend la place du montant si vous le demandez. L’offre la plus proche
            vient d’abord, et chaque bureau figure par son guichet le plus proche.
          </dd>
        </div>
        <div>
          <dt>Poids nul</dt>
          <dd>Le badge Partenaire, un paiement, une réservation et tout autre élément ne comptent pas.</dd>
        </div>
      </dl>
    </>
  );
}

function Listing({ staleDays, heldAbove, heldOff }: ListingLimits) {
  const days = formatCount(staleDays, 'jour');
  return (
    <>
      <div className={styles.sides}>
        <div>
          <h3>Un bureau figure dans une comparaison quand&nbsp;:</h3>
          <ul>
            <li>
              l’éditeur du site l’a inscrit comme professionnel du change, avec son nom et son site&nbsp;;
            </li>
            <li>il a fixé lui-même un taux pour la devise et le sens demandés&nbsp;;</li>
            <li>il a fixé ou confirmé ce taux depuis moins de {days}&nbsp;;</li>
            <li>il n’ajoute pas de frais à son taux.</li>
          </ul>
        </div>
        <div>
          <h3>Son offre quitte la liste quand&nbsp;:</h3>
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
              l’éditeur suspend le bureau, par exemple s’il n’a plus le droit d’exercer ou n’applique pas ses
              taux au guichet.
            </li>
          </ul>
        </div>
      </div>
      <p>
        Près d’un lieu, seuls sont listés les bureaux dont un guichet répond à vos souhaits (rayon, ouvert
        maintenant, aéroport, reprise). La page compte les autres. Un partenaire entre dans la liste et en
        sort comme tout autre bureau.
      </p>
    </>
  );
}

function Publishing({ isDemonstration, publisher }: Pick<Imprint, 'isDemonstration' | 'publisher'>) {
  return (
    <>
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
    </>
  );
}

function formatCount(count: number, unit: string, units = `${unit}s`): string {
  return `${count}\u00a0${count > 1 ? units : unit}`;
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
  const mid = best.ct_wish;
  return (
    <figure className={styles.example}>
      <figcaption>
        Un exemple, aux taux de ce moment, pour {formatMoney(best.ct_offer, formatShortAmount)}
      </figcaption>
      <dl>
        <div>
          <dt>Valeur au taux intermédiaire</dt>
          <dd>
            <strong>{formatMoney(mid)}</strong>
            <Bar share={1} />
          </dd>
        </div>
        {[best, last].map(({ company, co_offer, costs }, order) => (
          <div key={company.name}>
            <dt>{order === 0 ? 'Meilleure offre' : 'Dernière offre'}</dt>
            <dd>
              {company.name} remet <strong>{formatMoney(co_offer)}</strong>,{' '}
              {costs.amount < 0
                ? `soit un gain de ${formatMoney({ ...costs, amount: -costs.amount })}`
                : `soit un coût de ${formatMoney(costs)}`}
              <Bar share={co_offer.amount / mid.amount} />
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

// Bar of the amount handed over, and of the rest of the value at the mid rate.
function Bar({ share }: { share: number }) {
  const width = `${Math.min(100, 100 * share).toFixed(2)}%`;
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect className={styles.rest} width="100%" height="8" rx="4" />
      <rect className={styles.received} width={width} height="8" rx="4" />
    </svg>
  );
}

function formatMoney({ currency, amount }: Money, format = formatAmount): string {
  return format(currency, centsOf(amount) ?? 0);
}
