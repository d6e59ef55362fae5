import { readImprint } from '../../imprint.ts';
import { TextPage } from '../../layout/TextPage.tsx';

export function AccessibilityPage() {
  const { isDemonstration, publisher } = readImprint();
  return (
    <TextPage
      title="Déclaration d’accessibilité"
      lead="L’état du site au regard du RGAA 4.1, les tests qu’il passe, et la marche à suivre si une page vous résiste."
      updated="2026-11-26"
      sections={[
        {
          id: 'site',
          title: 'Le site concerné',
          text: (
            <>
              <p>
                {publisher
                  ? `${publisher.name} publie cette déclaration pour le`
                  : 'Cette déclaration porte sur le'}{' '}
                site public de Parité&nbsp;: le comparateur, les réservations, le blog et les pages
                d’information. Elle suit l’article 47 de la loi n°&nbsp;2005-102 du 11&nbsp;février 2005. Les
                sites des bureaux, ouverts par « Choisir », relèvent de chacun d’eux.
              </p>
            </>
          ),
        },
        {
          id: 'conformite',
          title: 'État de conformité',
          text: (
            <>
              <p>
                <strong>
                  Parité est non conforme au référentiel général d’amélioration de l’accessibilité (RGAA),
                  version 4.1
                </strong>
                , faute d’audit en cours de validité. Le référentiel réserve « partiellement conforme » et «
                totalement conforme » aux sites dont un audit a mesuré les critères. Les pages sont conçues
                selon les règles WCAG 2.2, niveau AA.
              </p>
            </>
          ),
        },
        {
          id: 'tests',
          title: 'Les tests passés',
          text: (
            <>
              <p>
                Sans audit, il n’y a pas de taux de conformité. Des tests automatiques passent avant chaque
                version, dans le navigateur Chromium&nbsp;:
              </p>
              <ul>
                <li>
                  L’outil axe examine chaque type de page et ses principaux états, sur téléphone et sur
                  ordinateur, en clair et en sombre, avec les règles WCAG 2.2 A et AA.
                </li>
                <li>Le bord des champs et des boutons contraste d’au moins 3 pour 1 avec le fond.</li>
                <li>Comparer, chercher un lieu, choisir un bureau et réserver se font au clavier seul.</li>
                <li>
                  Le titre, le focus et le défilement suivent le changement de page, et le résultat d’une
                  recherche est annoncé.
                </li>
                <li>
                  À 320 pixels de large, comme avec un zoom de 400&nbsp;%, chaque page tient en entier dans la
                  largeur.
                </li>
                <li>Avec un texte deux fois plus grand, tout se lit encore en entier.</li>
              </ul>
            </>
          ),
        },
        {
          id: 'verifications',
          title: 'Les vérifications à faire',
          text: (
            <>
              <ul>
                <li>L’audit des 106 critères du RGAA par une personne qualifiée.</li>
                <li>L’essai avec des lecteurs d’écran, une loupe et une commande vocale.</li>
                <li>L’essai par des personnes handicapées.</li>
                <li>Les tests dans d’autres navigateurs que Chromium.</li>
              </ul>
            </>
          ),
        },
        {
          id: 'contenus',
          title: 'Contenus non accessibles',
          text: (
            <>
              <p>
                Faute d’audit, la liste n’est pas établie. Aucune dérogation pour charge disproportionnée
                n’est demandée. La carte des offres répète la liste qui l’accompagne, où se trouvent les mêmes
                bureaux.
              </p>
            </>
          ),
        },
        {
          id: 'technologies',
          title: 'Technologies utilisées',
          text: (
            <>
              <p>HTML, CSS, JavaScript, SVG et WAI-ARIA.</p>
            </>
          ),
        },
        {
          id: 'signaler',
          title: 'Signaler un obstacle',
          text: (
            <>
              <p>
                Indiquez-nous la page et l’obstacle. Nous vous donnons l’information sous une autre forme, ou
                une autre façon de faire.{' '}
                {publisher ? (
                  <>
                    Écrivez à <a href={`mailto:${publisher.email}`}>{publisher.email}</a> ou appelez le{' '}
                    {publisher.phone}.
                  </>
                ) : (
                  <>
                    {isDemonstration ? 'L’adresse prévue, contact@parite.example, est fictive. ' : null}
                    Adressez-vous à la personne qui vous a donné accès à ce site.
                  </>
                )}
              </p>
            </>
          ),
        },
        {
          id: 'recours',
          title: 'Voies de recours',
          text: (
            <>
              <p>
                Vous nous avez signalé un obstacle et la réponse tarde ou ne vous aide pas. Vous pouvez alors
                vous adresser au Défenseur des droits&nbsp;:
              </p>
              <ul>
                <li>
                  par{' '}
                  <a href="https://formulaire.defenseurdesdroits.fr/" rel="noopener">
                    son formulaire en ligne
                  </a>
                  &nbsp;;
                </li>
                <li>
                  auprès de{' '}
                  <a href="https://www.defenseurdesdroits.fr/saisir/delegues" rel="noopener">
                    son délégué dans votre région
                  </a>
                  &nbsp;;
                </li>
                <li>
                  par courrier gratuit, sans timbre&nbsp;: Défenseur des droits, Libre réponse 71120, 75342
                  Paris CEDEX 07.
                </li>
              </ul>
            </>
          ),
        },
      ]}
    />
  );
}
