import { companyPath } from '#domain/pages/address.ts';
import type { CompaniesView } from '#domain/pages/page.ts';
import { joinWords } from '#domain/text/join-words.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { PageImage } from '../parts/PageImage.tsx';
import { PageLinks } from '../parts/PageLinks.tsx';
import { PageHead } from '../parts/Part.tsx';
import { countCompanies } from '../words.ts';
import styles from './CompaniesPage.module.css';

export function CompaniesPage({ view: { companies, page, pages, total } }: { view: CompaniesView }) {
  return (
    <>
      <PageHead
        title="Les bureaux de change comparés"
        lead={`${countCompanies(total)} communiquent leurs taux à Parité. La page de chacun donne ses agences, ses horaires et tous ses taux, avec l’heure où il les a fixés.`}
      />
      <ul className={styles.list}>
        {companies.map(({ name, slug, logo, isPartner, cities }, index) => (
          <li key={slug}>
            <PageImage kind="company" name={logo} isLazy={index > 8} />
            <div className={styles.words}>
              <p className={styles.name}>
                <a href={companyPath(slug)}>{name}</a>{' '}
                {isPartner ? <Badge tone="partner">Partenaire</Badge> : null}
              </p>
              <p className={styles.cities}>
                {cities.length > 0 ? joinWords(cities) : 'Aucune agence indiquée'}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <PageLinks section="/bureaux" page={page} pages={pages} />
    </>
  );
}
