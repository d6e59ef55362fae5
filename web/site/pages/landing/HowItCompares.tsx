import styles from './HowItCompares.module.css';

/** What one must know to trust the ranking (Code de la consommation, D111-11). */
export function HowItCompares() {
  return (
    <section
      id="fonctionnement"
      className={styles.section}
      tabIndex={-1}
      aria-labelledby="fonctionnement-titre"
    >
      <div className={styles.page}>
        <h2 id="fonctionnement-titre">Comment fonctionne le comparateur</h2>
        <div className={styles.columns}>
          <div>
            <h3>Un seul critère</h3>
            <p>
              Les offres sont classées par le montant que le bureau vous remet, du plus grand au plus petit. À
              égalité, par ordre alphabétique. Le badge Partenaire ne déplace aucun rang, et aucun bureau ne
              paie pour le sien.
            </p>
          </div>
          <div>
            <h3>Le coût, rendu visible</h3>
            <p>
              Un bureau se rémunère sur l’écart entre son taux et le taux intermédiaire, celui du marché. La
              barre du haut est la valeur de votre échange à ce taux, celle du bas ce que vous recevez.
              L’écart est dessiné six fois plus grand pour rester lisible ; son montant est écrit dessous.
            </p>
          </div>
          <div>
            <h3>Ce qui est comparé</h3>
            <p>
              Les bureaux qui nous communiquent leurs taux et servent la devise demandée : la liste n’est pas
              exhaustive. Chaque offre dit quand son taux a été fixé. Le taux appliqué reste celui du bureau
              au moment de l’échange.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
