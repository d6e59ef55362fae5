import styles from './Questions.module.css';
import section from './Section.module.css';

// spec 3: five fixed pairs
const QUESTIONS = [
  {
    question: 'Comment récupérer mes devises ?',
    answer: [
      'Aujourd’hui, auprès du bureau que vous choisissez : Parité vous conduit sur son site, où figurent ses adresses, ses horaires et ses conditions de retrait ou de livraison.',
      'Avec la bêta, vous choisirez en réservant : sur place, à l’aéroport, à l’hôtel, en point relais ou à domicile, selon ce que propose le bureau.',
    ],
  },
  {
    question: 'Comment obtenir un taux compétitif, sans frais ajoutés ?',
    answer: [
      'Parité n’ajoute rien au prix du bureau. Un bureau se rémunère par l’écart entre son taux et le taux intermédiaire, celui du marché : nous affichons cet écart en euros sous chaque offre, et nous classons les offres par le montant que vous recevez.',
      'Le taux appliqué reste celui du bureau au moment de l’échange. Chaque offre dit quand le sien a été fixé.',
    ],
  },
  {
    question: 'Quels moyens de paiement puis-je utiliser ?',
    answer: [
      'Aujourd’hui, ceux que le bureau accepte : vous le payez directement, Parité n’encaisse rien.',
      'Avec la bêta, vous pourrez régler en espèces, par carte ou par l’un de deux prestataires de paiement en ligne.',
    ],
  },
  {
    question: 'À qui m’adresser en cas de problème ?',
    answer: [
      'Pour un échange, au bureau : c’est avec lui que vous le concluez, et ses coordonnées sont sur son site. Gardez le reçu qu’il vous remet.',
      'Pour le comparateur ou vos données, à Parité : nos coordonnées sont dans les mentions légales, au bas de chaque page.',
    ],
  },
  {
    question: 'Mes données sont-elles en sécurité ?',
    answer: [
      'Comparer ne demande ni compte ni adresse e-mail. Quand vous choisissez un bureau, nous notons lequel et quand, sans rien qui vous nomme.',
      'Une adresse n’est conservée que si vous la donnez, et n’est pas transmise au bureau. Nous ne l’utilisons que pour ce que vous avez accepté. Aucun traceur publicitaire n’est posé sur ce site.',
    ],
  },
];

/** The questions that are asked most; each opens and closes on its own (spec 4). */
export function Questions() {
  return (
    <section id="questions" className={section.section} tabIndex={-1} aria-labelledby="questions-titre">
      <div className={`${section.page} ${styles.columns}`}>
        <h2 id="questions-titre" className={section.title}>
          Questions fréquentes
        </h2>
        <div className={styles.list}>
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                <h3>{question}</h3>
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                  <path d="M3 10h14" />
                  <path className={styles.upright} d="M10 3v14" />
                </svg>
              </summary>
              <div className={styles.answer}>
                {answer.map((paragraph) => (
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
