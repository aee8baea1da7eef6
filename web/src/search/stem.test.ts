// @vitest-environment node
import { expect, test } from "vitest";
import { stemsOf } from "./stem";
import { wordsOf } from "./words";

/** Forms as people write them, behind the word as the menu has it. */
const FORMS: readonly (readonly [word: string, forms: string])[] = [
  ["pizza", "pizzan pizzaa pizzassa pizzasta pizzaan pizzalla pizzat pizzoja pizzojen pizzoissa pizzoihin"],
  [
    "pepperoni",
    "pepperonin pepperonia pepperonissa pepperonilla pepperonit pepperoneja pepperonien pepperoneilla",
  ],
  ["kinkku", "kinkun kinkkua kinkussa kinkkuun kinkulla kinkut kinkkuja kinkkujen"],
  ["pekoni", "pekonin pekonia pekonilla pekonit pekoneja"],
  ["kana", "kanan kanaa kanassa kanasta kanaan kanalla kanat kanoja kanojen"],
  ["poro", "poron poroa porossa porosta porolla porot poroja"],
  ["liha", "lihan lihaa lihasta lihaan lihalla lihat lihoja lihojen"],
  ["kebabliha", "kebablihaa kebablihalla kebablihan"],
  ["lohi", "lohen lohta lohessa lohesta lohella lohet lohia"],
  ["siika", "siian siikaa siiassa siialla siiat siikoja"],
  ["muikku", "muikun muikkua muikut muikkuja muikuilla"],
  ["katkarapu", "katkaravun katkarapua katkaravut katkarapuja katkaravuilla katkarapuihin"],
  ["tonnikala", "tonnikalan tonnikalaa tonnikalalla tonnikalaan"],
  ["juusto", "juuston juustoa juustossa juustoon juustolla juustot juustoja juustojen juustoilla"],
  ["mozzarella", "mozzarellan mozzarellaa mozzarellalla"],
  ["feta", "fetan fetaa fetassa fetalla"],
  ["tomaatti", "tomaatin tomaattia tomaatissa tomaattiin tomaatilla tomaatit tomaatteja tomaateilla"],
  ["sieni", "sienen sientä sienissä sienellä sienet sieniä sienten sienien"],
  ["herkkusieni", "herkkusientä herkkusieniä herkkusienten herkkusienillä"],
  ["kantarelli", "kantarellia kantarellin kantarellit kantarelleja kantarelleilla"],
  ["sipuli", "sipulin sipulia sipulilla sipulit sipuleita sipulien sipuleilla"],
  ["paprika", "paprikan paprikaa paprikalla paprikat paprikoita paprikoiden"],
  ["peruna", "perunan perunaa perunalla perunat perunoita perunoiden perunoilla"],
  ["pähkinä", "pähkinän pähkinää pähkinässä pähkinällä pähkinät pähkinöitä pähkinöiden pähkinöillä"],
  ["muna", "munan munaa munassa munalla munat munia munien"],
  ["oliivi", "oliivin oliivia oliivilla oliivit oliiveja oliiveilla"],
  ["kapris", "kapriksen kaprista kapriksella kaprikset kapriksia"],
  ["ananas", "ananaksen ananasta ananaksella ananakset"],
  ["punajuuri", "punajuuren punajuurta punajuurella punajuuret punajuuria"],
  ["kastike", "kastikkeen kastiketta kastikkeella kastikkeet kastikkeita"],
  ["viipale", "viipaleen viipaletta viipaleet viipaleita"],
  ["maito", "maidon maitoa maidossa maidolla maitoon"],
  ["leipä", "leivän leipää leivällä leivät leipiä"],
  ["vegaaninen", "vegaanisen vegaanista vegaanisella vegaaniset vegaanisia vegaani"],
  ["tulinen", "tulisen tulista tulisella tuliset tulisia"],
  ["gluteeniton", "gluteenittoman gluteenitonta gluteenittomia gluteenittomat gluteenittomalla"],
  ["liisankatu", "liisankadun liisankadulla liisankadulta liisankadulle liisankatua"],
  ["hämeenkatu", "hämeenkadun hämeenkadulla hämeenkadulta"],
  ["asematie", "asematien asematiellä asematielle asematietä"],
  ["iskoskuja", "iskoskujan iskoskujalla iskoskujalle"],
  ["pohjoisesplanadi", "pohjoisesplanadin pohjoisesplanadilla"],
  ["helsinki", "helsingin helsingissä helsingistä helsinkiin helsinkiä"],
  ["turku", "turun turussa turusta turkuun"],
  ["lahti", "lahden lahdessa lahdesta lahteen"],
  ["tampere", "tampereen tampereella tampereelta tampereelle tamperetta"],
  ["espoo", "espoon espoossa espoosta espooseen"],
  ["vantaa", "vantaan vantaalla vantaalta vantaalle"],
  ["hanko", "hangon hangossa hankoon"],
  ["seinäjoki", "seinäjoen seinäjoella seinäjoelta seinäjokea"],
  ["lappeenranta", "lappeenrannan lappeenrannassa lappeenrantaan"],
  ["kallio", "kallion kalliossa kallioon kalliolla"],
];

const folded = (text: string) => wordsOf(text);
const areOne = (one: string, other: string) => stemsOf(one).some((stem) => stemsOf(other).includes(stem));

test.each(FORMS)("%s is found by its forms", (word, forms) => {
  const [stem = ""] = folded(word);
  expect(folded(forms).filter((form) => !areOne(stem, form))).toEqual([]);
});

/** Words that are not forms of each other, however alike they look. */
const STRANGERS =
  "pori:poro kana:kani kana:kannu muna:munkki lohi:loka tuli:tulppa maito:maissi sieni:siemen salami:salaatti \
pesto:pestata kinkku:kinkki kapris:kapina feta:fetsi pekoni:peruna turku:turve lahti:lahja oliivi:olut siika:sika \
kotka:kotzone pori:porvoo malmi:malli hunaja:huntu karpalo:karppi omena:omelettu".split(/\s+/);

test.each(STRANGERS)("%s: neither is found by the other", (pair) => {
  const [one = "", other = ""] = pair.split(":");
  expect(areOne(one, other)).toBe(false);
});

test("numbers and the shortest words stay as they are", () => {
  expect(["00100", "3a", "on", "ipa"].map(stemsOf)).toEqual([["00100"], ["3a"], ["on"], ["ipa"]]);
});
