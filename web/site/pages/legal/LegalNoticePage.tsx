import { Link } from 'react-router';
import type { Publisher } from '#domain/publisher/imprint.ts';
import { readImprint } from '../../imprint.ts';
import { TextPage } from '../../layout/TextPage.tsx';

export function LegalNoticePage() {
  const { isDemonstration, publisher } = readImprint();
  return (
    <TextPage
      title="Mentions légales"
      lead={
        isDemonstration
          ? 'Parité est la démonstration d’un comparateur de bureaux de change. Son éditeur et ses bureaux sont fictifs.'
          : 'L’éditeur de ce site, son hébergeur, et à qui écrire.'
      }
      updated="2026-11-22"
      sections={[
        {
          id: 'editeur',
          title: 'Éditeur',
          text: <>{publisher ? <Named {...publisher} /> : <Nobody isDemonstration={isDemonstration} />}</>,
        },
        {
          id: 'hebergement',
          title: 'Hébergement',
          text: (
            <>
              <p>
                {publisher
                  ? `Le site est hébergé par ${publisher.host}. `
                  : 'L’instance est hébergée par la personne qui l’exploite, sur ses propres moyens. '}
                Polices, images et code viennent du même serveur, sans service extérieur.
              </p>
            </>
          ),
        },
        {
          id: 'bureaux',
          title: 'Les bureaux présentés',
          text: (
            <>
              {isDemonstration ? (
                <p>
                  Tous les bureaux de change comparés sont fictifs, avec leurs noms, logos, taux et sites.
                  Toute ressemblance avec un bureau existant serait fortuite. Choisir une offre ouvre une page
                  de ce site, qui tient la place du site du bureau. Les taux intermédiaires dont la source est
                  « données de démonstration » ont été observés à d’autres dates.
                </p>
              ) : (
                <p>
                  Chaque bureau de change fixe lui-même les taux qu’il affiche ici et répond de ses échanges.
                  Son nom et son logo lui appartiennent. Choisir une offre mène à son site, qui a ses propres
                  mentions.
                </p>
              )}
            </>
          ),
        },
        {
          id: 'service',
          title: 'Nature du service',
          text: (
            <>
              <p>
                Parité compare et vous oriente vers les bureaux, seuls à changer vos devises et à recevoir
                votre argent. Les informations affichées ont une valeur indicative. La page{' '}
                <Link to="/comparateur">Comment fonctionne le comparateur</Link> décrit le classement.
              </p>
            </>
          ),
        },
        {
          id: 'licences',
          title: 'Propriété et licences',
          text: (
            <>
              <p>
                Les textes et les illustrations ont été faits pour Parité. Les polices Inter et Bricolage
                Grotesque sont publiées sous licence SIL Open Font License. Les drapeaux viennent de la
                collection svg-country-flags, du domaine public. Quatre drapeaux de devises communes ont été
                dessinés.
              </p>
              <p>
                Les communes viennent de l’INSEE, de La Poste et de l’IGN (Licence Ouverte 2.0), les positions
                de leurs centres de GeoNames (licence CC BY 4.0), les aéroports de OurAirports (domaine
                public). Parité y a réuni les noms de quartiers, de gares et d’anciennes communes, et mis le
                tout en une seule liste.
              </p>
              <p>
                La carte réunit plusieurs sources, simplifiées. Les départements viennent de l’IGN (Admin
                Express 2018, par france-geojson, Licence Ouverte 2.0). Les côtes et les frontières viennent
                d’OpenStreetMap (par geo-maps) et les gares de Trainline, sous licence ODbL. Les rivières et
                les lacs viennent de GSHHG 2.3.7 (Wessel et Smith, licence LGPL 3). Les autoroutes ont été
                tracées de ville en ville pour Parité.
              </p>
            </>
          ),
        },
        {
          id: 'donnees',
          title: 'Données personnelles',
          text: (
            <>
              <p>
                La <Link to="/confidentialite">politique de confidentialité</Link> dit quelles données le site
                conserve, et combien de temps.
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

function Named({ name, address, registration, director, phone, email }: Publisher) {
  const lines = [
    ['Nom', name],
    ['Adresse', address],
    ['Immatriculation', registration],
    ['Direction de la publication', director],
    ['Téléphone', phone],
  ].filter(([, text]) => text !== '');
  return (
    <dl>
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </div>
    </dl>
  );
}

function Nobody({ isDemonstration }: { isDemonstration: boolean }) {
  if (!isDemonstration) return <p>Cette instance, fermée au public, n’a pas d’éditeur.</p>;
  return (
    <>
      <p>
        Parité est une société fictive, imaginée pour cette démonstration, sans capital, siège ou
        immatriculation. Le site est publié par la personne qui exploite l’instance que vous consultez. Cette
        personne en est responsable et complète ces mentions avant toute ouverture au public.
      </p>
      <p>
        Contact : contact@parite.example. Cette adresse appartient au même décor. Le domaine .example est
        réservé aux exemples et ne reçoit aucun courrier.
      </p>
    </>
  );
}
