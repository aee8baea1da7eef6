/** Where the staff find their work places. */
export const WORK = {
  title: "Työpaikat",
  opening: "Katsotaan, mitä sinulle on auki",
  failed: "Työpaikkojasi ei saatu haettua.",
  retry: "Yritä uudelleen",
  none: "Roolillesi ei ole vielä näkymää täällä.",
  home: "Etusivulle",
} as const;

/** Setting up the second factor. */
export const SECOND_FACTOR = {
  title: "Vahvistuskoodi",
  leads: {
    ask: (isRequired: boolean) =>
      isRequired
        ? "Ota ensin vahvistuskoodi käyttöön. Tarvitset puhelimeesi todennussovelluksen. Vahvista aluksi, että olet se, joka kirjautui."
        : "Kun vahvistuskoodi on käytössä, kirjautuminen pyytää salasanan lisäksi koodin puhelimesi todennussovelluksesta.",
    confirm: () => "Lue kuvio todennussovelluksella. Kirjoita sitten koodi, jonka sovellus näyttää.",
    done: () =>
      "Vahvistuskoodi on käytössä. Säilytä nämä palautuskoodit: jos puhelimesi katoaa, kukin niistä käy kerran koodin sijaan. Niitä ei näytetä uudelleen.",
  } satisfies Record<string, (isRequired: boolean) => string>,
  failed: "Ei onnistunut juuri nyt. Yritä hetken päästä uudelleen.",
  unreachable: "Yhteys ei toimi. Tarkista verkko ja yritä uudelleen.",
  required: "Tämä kenttä on pakollinen.",
  password: "Salasanasi",
  presentCode: "Nykyinen vahvistuskoodi",
  begin: "Jatka",
  picture: "QR-kuvio todennussovellukselle",
  byHand: "Jos kamera ei lue kuviota, kirjoita avain sovellukseen:",
  open: "Avaa tämän laitteen sovelluksessa",
  code: "Sovelluksen näyttämä koodi",
  codeHint: "Kuusi numeroa, jotka vaihtuvat puolen minuutin välein",
  confirm: "Ota käyttöön",
  codes: "Palautuskoodit",
  copy: "Kopioi",
  copied: "Kopioitu",
  print: "Tulosta",
  done: "Koodit ovat tallessa, jatka",
} as const;
