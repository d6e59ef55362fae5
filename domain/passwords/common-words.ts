/** Words of common passwords, English from @zxcvbn-ts/language-common (MIT) and French: 'soleil', '123', '!'. */
export const commonWords: ReadonlySet<string> = new Set(
  `
access adidas administrateur airborne alexande alexandre alexis america amour andrey angel angels animal
antoine apollo apple apples argent arsenal asdasd asdfasdf asdfgh asdfghjk asdfghjkl aurelie austin azeqsd
azerty azertyuiop azertyuiopqsdfghjklmwxcvbn babygirl badboy banana bandit banque barney baseball batman
beatles beaver beavis benjamin bienvenue bigboy bigdaddy bigdog birdie bisous biteme blazer blowme bonjour
booger boomer bordeaux boston brandy braves bronco broncos brooklyn bubba bubbles buddy buffalo bulldog
bureau buster butter butthead camaro cameron camille canada captain caramel carolina cartman casper cassie
catherine celine celtic change changeme charlie charlotte chaton cheese chelsea cherry chester cheval
chicago chicken chien chloe chocolat chouchou christin christophe citroen clement cocacola coffee compaq
comptoir computer connexion cookie copper corvette coucou cowboy cowboys creative cricket dakota dallas
darkness destiny devise dexter diablo diamond digital doctor doggie dolphin dolphins dominique donkey
doudou dragon dreams driver eagles eclipse egalite elephant emilie eminem enigma enter explorer falcon
fender ferrari fishing florian florida flower fluffy flyers football forever france francois fraternite
freddy frederic freedom gandalf garfield gateway gators gemini genius gfhjkm ghbdtn giants ginger girls
godzilla golden golfer goober guillaume guinness guitar guitare gunner hammer hannah harley heaven hello
helpme hockey horses hotdog hunter iceman identifiant iloveyou internet invite isabelle iwantu jackass
jaguar jasmine jasper jeanne jessica jetaime jordan julien juliette junior killer kitten klaster lacrosse
lakers lapin lasvegas laura laurence laurent legend letmein liberte lifehack lille lion liverpoo liverpool
london loulou lovely loveme lover lovers lucky lyon maddog madison maggie magic magnum maman manon marina
marine marion marlboro marseille master mathieu matrix maverick maxime maximus maxwell mdp melanie
mercedes merlin metallic metallica mexico michigan mickey midnight minecraft minette minou money monkey
monnaie monster montana montpellier motdepasse mother moto mountain muffin musique mustang nantes nascar
natasha nathalie newyork nicolas nikita nintendo nirvana nissan nounours oceane oliver olivier online
orange ordinateur packers pakistan pantera panther panties papa paradise paris pascal passe password
patrick pauline peaches peanut pepper peugeot phantom philippe phoenix piano pierre platinum playboy
player poisson pokemon police pookie porsche prince princess princesse private pumpkin purple qazwsx
qazwsxedc qazxsw qsdfgh quentin qwaszx qweqwe qwert qwerty qwertyu qwertyui qwertyuiop rabbit raiders
rainbow ranger rangers redskins redsox redwings renault rennes rocket romain rosebud runner samantha
samson samsung sandrine saturn scooby scooter scorpio scorpion scotty sebastien secret sergey shadow
shelby sierra silver skippy slayer slipknot smokey snickers sniper snoopy snowball soccer soleil sophie
spanky sparky speedy spider stalker startrek starwars steelers stephane strasbourg stupid success suckit
summer sunshine superman sydney tennis testing theman therock thomas thunder tiger tigers tigger tigre
tomcat topgun toujours toulouse toyota trinity trouble turtle utilisateur vacance vacances valerie vampire
vanessa veronique viking vincent virginie voiture voodoo voyage voyager warrior welcome whatever willow
winner winston winter wizard wxcvbn xavier yamaha yankee yankees yellow zxcvbn zxcvbnm
abeille abricot accordeon agence aigle ananas anticonstitutionnellement aout arcenciel armagnac asterix aubergine automne
avril baguette baleine ballon bateau bebe beaute bijou biscuit bisou boheme bonbon bonheur bonsoir boulanger boulangerie
bourgogne bretagne brioche brest cacahuete cachou caisse calin camembert camion canard carotte carnaval casserole cerise
champagne champion chateau chateaux cherie chevaux chiens chipie chouette citron citrouille clementine coccinelle cochon
coeur colombe confiture copain copine coquelicot coquillage corse coucoucava courage crapaud crevette croissant cuisine
danse decembre demain diamant dijon dimanche doudoune douceur ecole ecureuil electricite email enfant enfants equipe
escargot espoir etoile etoiles famille fanfan farine felicite fenetre feuille fevrier fille filles fleur fleurs fouine
fraise framboise fromage gateau gazelle girafe grenoble grenouille gribouille guadeloupe guichet guimauve guyane hibou
hirondelle histoire hiver janvier jardin jesuis jetadore jeudi jolie jonquille jouet journal juillet juin kangourou
langouste lapinou lavande libellule licorne lilas limoges limousin lorraine louloute lumiere lundi lune mademoiselle maison
maitresse mamie mamour mandarine mardi marguerite mars martinique mayotte medecin melodie mercredi merveille mesenfants
mimosa minou mirabelle moineau monamour monange monbebe moncoeur montagne moulin mousse moutarde mouton mulhouse nancy
neige nenuphar noel noisette normandie nougat nounou novembre nuage ocean octobre oiseau olive olympique orchidee orleans
oublie ouragan paques papillon papou paradis parapluie passion pastis patate pates peche perle perpignan petanque petit
peuplier picardie pigeon pingouin pirate pirouette plage poire poireau poisson poivre pomme poney porte poulet poulette
poupee poussin printemps prune provence puce puceron quatre raclette raisin reims renard requin reunion revolution
rhinoceros riviere robinson rose roses rouen rouge rugby samedi sapin saucisson savoie septembre serpent sesame soeur
soleils sourire souris source tartine tartiflette taxi tendresse tempete terre theatre toulon tournesol tourteau tracteur
travail tresor tulipe vache vaisselle vanille velo vendredi verveine victoire violette vodka vosges voyageur zebulon
`
    .split(/\s+/)
    .filter(Boolean),
);
