import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router';
import type { LandingData } from '#domain/pages/page.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Comparator } from './Comparator.tsx';
import styles from './LandingPage.module.css';
import { onceIdle, useLazyPart } from './lazy-part.ts';
import { Results } from './Results.tsx';
import type { SectionsProps } from './sections/Sections.tsx';
import { useComparison } from './use-comparison.ts';

// sections below the first screen, loaded after it
const loadSections = () => import('./sections/Sections.tsx');

// Public currencies and banner articles (spec 2). Whatever is far below the comparator is null after a failure.
export async function loadLanding({ request: { signal } }: { request: Request }) {
  const articles = loadBanner(signal);
  const bookings = call('GET /api/public/bookings/bureaux', { signal }).catch(() => null);
  return { currencies: await call('GET /api/public/currencies', { signal }), articles, bookings };
}

export function loadBanner(signal?: AbortSignal) {
  return call('GET /api/public/blog/articles/banner', signal && { signal }).catch(() => null);
}

type LoadedData = Awaited<ReturnType<typeof loadLanding>> | LandingData;
// parts of the page of the server, of which the client renders nothing
type Props = { form?: ReactNode; sections?: ReactNode };

export function LandingPage({ form, sections }: Props) {
  const data = useLoaderData<LoadedData>();
  const { currencies } = data;
  const comparison = useComparison(currencies);
  return (
    <>
      <Hero currencies={currencies.length - 1}>
        <Comparator currencies={currencies} comparison={comparison} />
        <noscript>{form}</noscript>
      </Hero>
      <Results currencies={currencies} comparison={comparison} />
      <HowItCompares />
      <LaterSections {...data} comparison={comparison}>
        {sections}
      </LaterSections>
    </>
  );
}

function Hero({ currencies, children }: { currencies: number; children: ReactNode }) {
  return (
    <section className={styles.ground}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            Le juste taux, <br />
            avant de partir.
          </h1>
          <p className={styles.lead}>
            Comparez ce que chaque bureau vous remet vraiment, puis allez droit au meilleur.
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>{currencies} devises</dt>
              <dd>au taux intermédiaire</dd>
            </div>
            <div>
              <dt>€ 0</dt>
              <dd>ajouté par Parité</dd>
            </div>
            <div>
              <dt>Aucun rang acheté</dt>
              <dd>seul le montant reçu compte</dd>
            </div>
          </dl>
        </div>
        {children}
      </div>
    </section>
  );
}

/** Explanation of the ranking, required by law (Code de la consommation, D111-7, II). */
function HowItCompares() {
  return (
    <section
      id="fonctionnement"
      className={styles.section}
      tabIndex={-1}
      aria-labelledby="fonctionnement-titre"
    >
      <div className={styles.page}>
        <h2 id="fonctionnement-titre">Comment fonctionne le comparateur</h2>
        <p className={styles.method}>
          Les offres sont classées par le montant que le bureau vous remet, ou par distance si vous le
          demandez, et par ordre alphabétique à égalité. Les taux à confirmer viennent après les autres, et
          aucun bureau ne paie pour son rang. La liste n’est pas exhaustive et réunit les bureaux qui nous
          communiquent leurs taux.
        </p>
        <Link to="/comparateur">Lire la méthode</Link>
      </div>
    </section>
  );
}

function LaterSections({ children, ...props }: SectionsProps & { children: ReactNode }) {
  const { part, hasFailed, ask } = useLazyPart(loadSections, onceIdle);

  if (part) return <part.Sections {...props} />;
  return (
    <>
      {hasFailed ? (
        <div className={styles.failed}>
          <Notice
            tone="failure"
            action={
              <Button variant="secondary" onClick={ask}>
                Réessayer
              </Button>
            }
          >
            La suite de la page n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
          </Notice>
        </div>
      ) : null}
      {children ? (
        <div className={styles.place}>{children}</div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: content of the server's page stays
        <div className={styles.place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
    </>
  );
}
