import { Link } from 'react-router';
import { TextPage } from '../../layout/TextPage.tsx';

export function LegalNoticePage() {
  return (
    <TextPage
      title="Mentions légales"
      lead="Parité est la démonstration d’un comparateur de bureaux de change. Voici qui parle, et ce qui est réel ou non."
      updated="2026-11-21"
    >
      <section>
        <h2>Éditeur</h2>
        <p>
          Parité est une société fictive, imaginée pour cette démonstration : elle n’a ni capital, ni siège,
          ni numéro d’immatriculation. Le site est publié par la personne qui exploite l’instance que vous
          consultez ; elle en est responsable et complète ces mentions avant toute ouverture au public.
        </p>
        <p>
          Contact : contact@parite.example. Cette adresse appartient au même décor : le domaine .example est
          réservé aux exemples et ne reçoit aucun courrier.
        </p>
      </section>
      <section>
        <h2>Hébergement</h2>
        <p>
          L’instance est hébergée par la personne qui l’exploite, sur ses propres moyens. Elle ne fait appel à
          aucun service extérieur pour s’afficher : polices, images et code viennent du même serveur.
        </p>
      </section>
      <section>
        <h2>Les bureaux présentés</h2>
        <p>
          Tous les bureaux de change comparés sont fictifs, avec leurs noms, logos, taux et sites. Toute
          ressemblance avec un bureau existant serait fortuite. Choisir une offre mène à une adresse en
          .example, où aucun échange n’a lieu. Les taux intermédiaires, eux, sont réels et datés.
        </p>
      </section>
      <section>
        <h2>Nature du service</h2>
        <p>
          Parité compare et renvoie vers les bureaux. Le service ne change pas de devises, ne reçoit pas
          d’argent et n’exécute aucun paiement ; les informations affichées ne sont ni une offre ferme, ni un
          conseil. Le fonctionnement du classement est décrit dans{' '}
          <Link to="/comparateur">Comment fonctionne le comparateur</Link>.
        </p>
      </section>
      <section>
        <h2>Propriété et licences</h2>
        <p>
          Les textes et les illustrations ont été faits pour Parité. Les polices Inter et Bricolage Grotesque
          sont publiées sous licence SIL Open Font License. Les drapeaux viennent de la collection
          svg-country-flags, du domaine public ; quatre drapeaux de devises communes ont été dessinés.
        </p>
      </section>
      <section>
        <h2>Données personnelles</h2>
        <p>
          Ce que le site conserve, et pour combien de temps, est dit dans la{' '}
          <Link to="/confidentialite">politique de confidentialité</Link>.
        </p>
      </section>
    </TextPage>
  );
}
