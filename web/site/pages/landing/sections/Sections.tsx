import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { DatedCurrency } from '#domain/currencies/currency.ts';
import type { BannerArticle } from '#domain/pages/page.ts';
import { call } from '#web/shared/api/client.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ArticleCard } from '../../../articles/ArticleCard.tsx';
import { ScrollLink } from '../../../layout/ScrollLink.tsx';
import { NewsletterBox } from '../../../newsletter/NewsletterBox.tsx';
import travellersPicture from '../../../pictures/travellers.svg';
import type { Comparison } from '../use-comparison.ts';
import { Partners } from './Partners.tsx';
import styles from './Sections.module.css';
import { Features, type ServiceCounts, Steps } from './Services.tsx';
import { Situations } from './Situations.tsx';

export type SectionsProps = {
  currencies: readonly DatedCurrency[];
  articles: Coming<Banner>;
  bookings: Coming<ServiceCounts>;
  comparison: Pick<Comparison, 'outcome' | 'change'>;
};

export function Sections({ currencies, articles: coming, bookings, comparison }: SectionsProps) {
  const { articles, retry } = useBanner(coming);
  const [counts] = useComing(bookings, null);
  const done = counts && counts.bureaux > 0 ? counts : null;
  return (
    <>
      <Partners currencies={currencies} outcome={comparison.outcome} />
      <Features currencies={currencies} done={done} />
      <Steps done={done} />
      <Situations currencies={currencies} articles={articles ?? []} onPrepare={comparison.change} />
      <Invitation />
      <BlogTeaser articles={articles} onRetry={retry} />
      <Questions done={done} />
    </>
  );
}

function Invitation() {
  return (
    <section className={styles.section} aria-labelledby="invitation-titre">
      <div className={`${styles.page} ${styles.pair}`}>
        <div className={styles.panel}>
          <Picture src={travellersPicture} width={960} height={480} className={styles.picture} />
          <div className={styles.words}>
            <h2 id="invitation-titre">Vous partez bientôt ?</h2>
            <p>Une recherche suffit pour trouver le bureau qui vous remet le plus, et le prix des autres.</p>
            <ScrollLink section="comparateur" className={styles.start}>
              Commencer une comparaison
            </ScrollLink>
          </div>
        </div>
        <div className={styles.letter}>
          <NewsletterBox
            level={3}
            title="Vous partez plus tard ?"
            text="L’actualité du change et l’ouverture de la bêta, dans la lettre de Parité. Peu de lettres, jamais de publicité pour un bureau."
          />
        </div>
      </div>
    </section>
  );
}

type Banner = readonly BannerArticle[] | null;
// of the server's page, or asked for
type Coming<T> = T | Promise<T>;

function useComing<T>(coming: Coming<T>, meanwhile: T) {
  const [value, set] = useState(coming instanceof Promise ? meanwhile : coming);
  useEffect(() => void Promise.resolve(coming).then(set), [coming]);
  return [value, set] as const;
}

function useBanner(coming: Coming<Banner>): { articles: Banner; retry: () => void } {
  const [articles, setArticles] = useComing<Banner>(coming, []);
  const retry = () =>
    void call('GET /api/public/blog/articles/banner')
      .catch(() => null)
      .then(setArticles);
  return { articles, retry };
}

function BlogTeaser({ articles, onRetry }: { articles: Banner; onRetry: () => void }) {
  const [newest, ...others] = articles ?? [];
  if (!newest && articles) return null;
  return (
    <section className={`${styles.section} ${styles.raised}`} aria-labelledby="blog-titre">
      <div className={styles.page}>
        <div className={styles.head}>
          <h2 id="blog-titre" className={styles.title}>
            Comprendre avant de changer
          </h2>
          <Link to="/blog" className={buttonClass({ variant: 'secondary' })}>
            Voir tous les articles
          </Link>
        </div>
        {newest ? null : (
          <Notice
            tone="failure"
            action={
              <Button variant="secondary" onClick={onRetry}>
                Réessayer
              </Button>
            }
          >
            Les articles n’ont pas pu être chargés.
          </Notice>
        )}
        <div className={styles.articles}>
          {newest ? (
            <ArticleCard
              article={newest}
              level={3}
              variant="card"
              sizes="(min-width: 1000px) 528px, calc(100vw - 40px)"
            />
          ) : null}
          {others.length > 0 ? (
            <div className={styles.others}>
              {others.map((article) => (
                <ArticleCard key={article.id} article={article} level={3} variant="row" sizes="240px" />
              ))}
            </div>
          ) : null}
        </div>
      </div>
    </section>
  );
}

// five fixed pairs (spec 3)
const QUESTIONS: readonly {
  question: string;
  answer: readonly [string, ...string[]];
  today?: string;
}[] = [
  {
    question: 'Comment récupérer mes devises ?',
    answer: [
      'Aujourd’hui, auprès du bureau que vous choisissez. Parité vous conduit sur son site. Avant de vous déplacer, demandez au bureau où et quand retirer vos devises, ou s’il les livre.',
      'Avec la bêta, vous choisirez en réservant : sur place, à l’aéroport, à l’hôtel, en point relais ou à domicile, selon ce que proposera le bureau.',
    ],
    today:
      'Là où l’offre porte «\u00a0Réserver\u00a0», vous réservez ici et choisissez le guichet et l’heure. Le point relais et le domicile viendront avec la bêta.',
  },
  {
    question: 'Comment obtenir un taux compétitif, sans frais ajoutés ?',
    answer: [
      'Parité n’ajoute rien au prix du bureau. Un bureau se rémunère par l’écart entre son taux et le taux intermédiaire, au milieu du marché. Nous affichons cet écart en euros avec chaque offre, et nous classons les offres par le montant que vous recevez.',
      'Le taux appliqué reste celui du bureau au moment de l’échange. Chaque offre indique quand le bureau a fixé ou confirmé son taux.',
    ],
  },
  {
    question: 'Quels moyens de paiement puis-je utiliser ?',
    answer: [
      'Aujourd’hui, ceux que le bureau accepte. Vous le payez directement, Parité n’encaisse rien.',
      'Avec la bêta, vous pourrez régler en espèces, par carte ou par l’un de deux prestataires de paiement en ligne.',
    ],
    today:
      'Une réservation faite ici se paie au guichet, en espèces, ou par carte si le guichet la prend. Le paiement en ligne viendra avec la bêta.',
  },
  {
    question: 'À qui m’adresser en cas de problème ?',
    answer: [
      'Pour un échange, au bureau avec qui vous l’avez conclu. Gardez le reçu qu’il vous remet.',
      'Pour le comparateur ou vos données, à Parité. Nos coordonnées sont dans les mentions légales, au bas de chaque page.',
    ],
  },
  {
    question: 'Mes données sont-elles en sécurité ?',
    answer: [
      'Vous comparez sans compte et sans adresse e-mail. Quand vous choisissez un bureau, nous notons lequel et quand, sans votre nom.',
      'Si vous donnez votre adresse, elle sert seulement à ce que vous avez accepté. Le bureau chez qui vous réservez est seul à la recevoir. Aucun traceur publicitaire n’est posé sur ce site.',
    ],
  },
];

function Questions({ done }: { done: ServiceCounts }) {
  return (
    <section id="questions" className={styles.section} tabIndex={-1} aria-labelledby="questions-titre">
      <div className={`${styles.page} ${styles.columns}`}>
        <h2 id="questions-titre" className={styles.title}>
          Questions fréquentes
        </h2>
        <div className={styles.list}>
          {QUESTIONS.map(({ question, answer, today }) => (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                <h3>{question}</h3>
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                  <path d="M3 10h14" />
                  <path className={styles.upright} d="M10 3v14" />
                </svg>
              </summary>
              <div className={styles.answer}>
                {(done && today ? [answer[0], today] : answer).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
