import { askForLostStyles } from "./lostStyles";
import { networkMayBeBack } from "./networkBack";
import { page } from "./reloadOnce";

/**
 * Code that a page stands without until it has come. What does not come never takes away what stands: it is asked for again,
 * with its styles, when the network is back and from time to time. Never rejects.
 */
export async function arriving<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    try {
      if (tries > 0) await askForLostStyles();
      return await load();
    } catch {
      await networkMayBeBack(tries);
    }
  }
}

/** As {@link arriving}, for what a person opens: where the server has it no more, the page is loaded anew, once a visit. */
export function opening<Module>(load: () => Promise<Module>): Promise<Module> {
  return arriving(page(load));
}
