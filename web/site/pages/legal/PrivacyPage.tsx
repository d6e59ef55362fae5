import type { ReactNode } from 'react';
import type { Publisher } from '#domain/publisher/imprint.ts';
import { readImprint } from '../../imprint.ts';
import { TextPage } from '../../layout/TextPage.tsx';

export function PrivacyPage() {
  const { isDemonstration, publisher } = readImprint();
  return (
    <TextPage
      title="Politique de confidentialité"
      lead="Le site public ne dépose aucun cookie avant l’ouverture d’un compte de voyageur."
      updated="2026-11-28"
      essentials={ESSENTIALS}
      sections={[
        { id: 'donnees', title: 'Les données enregistrées', text: <Recorded /> },
        { id: 'raisons', title: 'Pourquoi, et sur quel fondement', text: <Grounds /> },
        { id: 'durees', title: 'Combien de temps', text: <Durations /> },
        { id: 'acces', title: 'Qui y a accès', text: <Readers publisher={publisher} /> },
        { id: 'navigateur', title: 'Dans votre navigateur', text: <Browser /> },
        { id: 'droits', title: 'Vos droits', text: <Rights /> },
        {
          id: 'demande',
          title: 'Faire une demande',
          text: <Request isDemonstration={isDemonstration} publisher={publisher} />,
        },
      ]}
    />
  );
}

const ESSENTIALS = [
  { title: 'Comparer', text: 'Sans compte et sans adresse e-mail.' },
  { title: 'Mesurer', text: 'Aucun traceur. Nous comptons les comparaisons, sans savoir qui les fait.' },
  { title: 'Réserver', text: 'Seul le bureau choisi reçoit votre adresse et votre prénom.' },
  { title: 'Effacer', text: 'Chaque donnée a sa durée, et s’efface ensuite d’elle-même.' },
];

type Published = { publisher: Publisher | null };

function Recorded() {
  return (
    <dl>
      <Case when="Vous comparez">
        Nous comptons les comparaisons du jour et, pour chaque bureau montré, son rang dans cette devise, sans
        savoir qui les fait. Le montant et le lieu ne sont pas enregistrés.
      </Case>
      <Case when="Vous cherchez un lieu">
        Le lieu cherché n’est pas enregistré. « Autour de moi » demande votre position à votre navigateur, qui
        l’arrondit à un kilomètre avant de l’envoyer. L’adresse de la comparaison ne contient que la commune.
      </Case>
      <Case when="Vous choisissez un bureau">
        Le bureau choisi et la date. Avec l’accès prioritaire s’y ajoutent votre adresse e-mail et la phrase
        acceptée en l’envoyant.
      </Case>
      <Case when="Vous vous inscrivez à la lettre">
        Votre adresse e-mail, la date et la phrase acceptée, puis la date de votre confirmation.
      </Case>
      <Case when="Un e-mail vous est envoyé">
        Votre adresse, le type d’e-mail, les dates d’envoi et la réponse du serveur de messagerie, sans
        l’adresse. Le texte et ses liens ne sont pas gardés. Sans serveur de messagerie, l’e-mail est un
        fichier sur la machine, aussi longtemps que sa trace.
      </Case>
      <Case when="Vous ouvrez un compte de voyageur, pour réserver">
        <p>Votre adresse, vos réservations et vos connexions. Aucune pièce d’identité n’est enregistrée.</p>
        <Detail>
          <li>Votre adresse e-mail, votre prénom et votre téléphone si vous les donnez.</li>
          <li>Les dates de vos connexions.</li>
          <li>
            Vos réservations, avec le bureau, les montants, le taux, l’heure du retrait et leur issue. Tant
            qu’elles sont en cours, une empreinte du réseau s’y ajoute.
          </li>
          <li>La note que le bureau peut y joindre, présente dans votre export.</li>
          <li>
            Dans l’onglet de votre navigateur, avant de réserver, votre nom et votre téléphone. Le guichet,
            l’heure, les coupures et le montant choisis y restent un jour, ou jusqu’à la réservation.
          </li>
          <li>
            Le compte de vos demandes de code, de vos essais et de vos demandes de réservation, sous des
            empreintes illisibles de l’adresse e-mail, de l’adresse IP et de ses réseaux. Ces comptes durent
            un jour, même si vous effacez votre compte.
          </li>
          <li>
            Dans le journal de sécurité, vos connexions sous un numéro et les codes faux, avec le navigateur
            en quelques mots et une empreinte du réseau.
          </li>
        </Detail>
      </Case>
      <Case when="Vous consultez une page">
        Le journal technique retient l’heure, l’adresse demandée au serveur sans ses valeurs, la réponse et sa
        durée. L’adresse IP et le contenu en sont absents.
      </Case>
      <Case when="Vous envoyez un formulaire">
        Votre adresse IP est comptée en mémoire pendant environ une minute, pour limiter les abus, et n’est
        pas écrite.
      </Case>
      <Case when="Vous travaillez dans un bureau, avec un compte du back-office">
        <p>Vos coordonnées, vos droits, vos connexions et vos actions.</p>
        <Detail>
          <li>Vos nom, adresse e-mail et téléphone, et votre photo si vous en donnez une.</li>
          <li>Votre bureau et vos droits.</li>
          <li>Une empreinte de votre mot de passe, et vos moyens de double authentification.</li>
          <li>
            Les dates de vos connexions et de vos liens de mot de passe. Pour chaque connexion, le navigateur
            en quelques mots et l’adresse IP sans sa fin.
          </li>
          <li>Les taux que vous fixez, vos actions dans l’administration, et celles sur votre compte.</li>
          <li>
            Le compte de vos essais de connexion et de vos demandes de mot de passe, sous des empreintes
            illisibles de l’adresse e-mail et de l’adresse IP.
          </li>
          <li>
            Dans le journal de sécurité, les connexions, les échecs, les refus et les changements de votre
            compte, avec le navigateur en quelques mots et une empreinte du réseau.
          </li>
        </Detail>
      </Case>
    </dl>
  );
}

function Case({ when, children }: { when: string; children: ReactNode }) {
  return (
    <div>
      <dt>{when}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary>Le détail</summary>
      <ul>{children}</ul>
    </details>
  );
}

function Grounds() {
  return (
    <ul>
      <li>
        Votre consentement, pour la lettre d’information et les messages sur l’accès prioritaire. Vous le
        retirez à tout moment, par le lien de chaque lettre ou par une simple demande.
      </li>
      <li>L’exécution de votre demande, pour votre compte de voyageur et vos réservations.</li>
      <li>
        Notre intérêt légitime à mesurer et à protéger le service, pour les comptages et la lutte contre les
        abus.
      </li>
      <li>
        Le même intérêt légitime, pour le registre des taux fixés et des actions du back-office. Il établit
        qui a affiché quel taux.
      </li>
    </ul>
  );
}

function Durations() {
  return (
    <>
      <h3>Voyageurs</h3>
      <dl>
        <Case when="Compte de voyageur">
          30 jours après la fin de votre dernière réservation, ou votre dernière visite. Si vous choisissez de
          le garder, trois ans sans visite. Vous pouvez l’exporter et l’effacer vous-même. Seuls des montants
          anonymes sont alors conservés.
        </Case>
        <Case when="Code de connexion d’un voyageur">Jusqu’à son usage, et une heure au plus.</Case>
        <Case when="Connexion d’un voyageur">30 jours sans usage, ou 90 jours en tout.</Case>
        <Case when="Adresse donnée pour l’accès prioritaire">
          Trois ans, avec l’accord donné. Le choix du bureau et sa date sont ensuite gardés sans l’adresse.
        </Case>
      </dl>
      <h3>Lettre et e-mails</h3>
      <dl>
        <Case when="Adresse inscrite à la lettre">
          30 jours si elle n’est pas confirmée. Confirmée, jusqu’à votre désinscription, qui l’efface tout de
          suite. Un lien le permet dans chaque lettre, et la plupart des messageries montrent un bouton.
        </Case>
        <Case when="Trace d’un e-mail envoyé">
          30 jours après son envoi. La trace d’une lettre disparaît dès la désinscription.
        </Case>
      </dl>
      <h3>Bureaux</h3>
      <dl>
        <Case when="Compte du back-office">
          Tant qu’il sert. Douze mois après sa suspension, le nom, l’adresse, le téléphone, la photo, le mot
          de passe, les liens et les droits sont effacés, jusque dans le journal des actions. Les taux fixés
          et les actions sont gardés sous un numéro (« Ancien utilisateur n° 12 »).
        </Case>
        <Case when="Connexion au back-office">12 heures sans usage, ou 7 jours en tout.</Case>
        <Case when="Nouvelle adresse e-mail demandée et non confirmée">Un jour.</Case>
        <Case when="Second facteur retiré">Trois jours.</Case>
      </dl>
      <h3>Mesure et sécurité</h3>
      <dl>
        <Case when="Nombre de comparaisons où un bureau a été montré">
          Treize mois. Ce nombre est anonyme.
        </Case>
        <Case when="Ligne du journal de sécurité">Douze mois.</Case>
        <Case when="Compte des essais de connexion">Un jour.</Case>
      </dl>
      <p>
        Ces effacements se font d’eux-mêmes, dans l’heure. Après un arrêt du service de plus de trois jours,
        ils attendent une semaine, le temps de vérifier l’horloge.
      </p>
      <p>
        Les sauvegardes contiennent encore, tant qu’elles sont gardées, des données effacées depuis. Si l’une
        d’elles doit servir, vos effacements et vos retraits sont refaits avant la reprise du service. Il en
        est pris note sans votre adresse.
      </p>
    </>
  );
}

function Readers({ publisher }: Published) {
  return (
    <>
      <p>
        {publisher
          ? `Seul l’éditeur du site y a accès, ${publisher.name}, ${publisher.address}, responsable de ces traitements. La machine est chez son hébergeur, ${publisher.host}.`
          : 'Seule la personne qui exploite cette instance y a accès.'}
      </p>
      <p>
        Aucune adresse n’est vendue ou louée. Seul le bureau chez qui vous réservez reçoit la vôtre, avec
        votre prénom et votre téléphone. Les e-mails passent par le serveur de messagerie de cette instance.
        Aucun autre service extérieur ne reçoit vos données. Le bureau dont vous ouvrez le site applique sa
        propre politique.
      </p>
    </>
  );
}

function Browser() {
  return (
    <>
      <p>
        À l’ouverture d’un compte de voyageur, le site pose deux cookies nécessaires à la connexion. Ils sont
        effacés quand vous vous déconnectez, et au plus tard après 90 jours. Un autre, gardé dix minutes,
        reconnaît le navigateur qui a demandé un code.
      </p>
      <p>
        Le navigateur garde lui-même, le temps de l’onglet, votre dernière recherche, votre place dans la page
        et le signe d’une inscription qui vient d’être reçue. Le serveur ne les reçoit pas.
      </p>
      <p>
        Le back-office, réservé aux bureaux, utilise seulement les cookies nécessaires à la connexion. L’un
        d’eux, anonyme, y reconnaît ce navigateur pendant 180 jours.
      </p>
    </>
  );
}

function Rights() {
  return (
    <>
      <p>
        Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur limitation ou
        leur portabilité, vous opposer à leur usage et retirer votre consentement. Vous recevez en un fichier
        tout ce qui est gardé sous votre adresse.
      </p>
      <p>
        Pour un compte du back-office encore en service, adressez-vous à votre employeur. Le compte peut être
        effacé dès sa suspension.
      </p>
    </>
  );
}

function Request({ isDemonstration, publisher }: Published & { isDemonstration: boolean }) {
  return (
    <>
      <p>
        {publisher ? (
          <>
            Écrivez à <a href={`mailto:${publisher.email}`}>{publisher.email}</a>, ou par courrier à
            l’éditeur. Une réponse vous est due dans le mois.
          </>
        ) : (
          <>
            Adressez-vous à la personne qui vous a donné accès à ce site.
            {isDemonstration ? ' L’adresse prévue, contact@parite.example, est fictive.' : null}
          </>
        )}
      </p>
      <p>
        Si la réponse ne vous convient pas, vous pouvez saisir la CNIL sur{' '}
        <a href="https://www.cnil.fr/" rel="noopener">
          www.cnil.fr
        </a>
        .
      </p>
    </>
  );
}
