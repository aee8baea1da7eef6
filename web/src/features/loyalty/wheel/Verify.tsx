import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { DrawEntry } from "../../../api/loyalty";
import { Accordion } from "../../../ui/Accordion";
import { PRIZES, VERIFY } from "../texts";
import { type Checks, canVerify, check } from "./draw";
import type { Won } from "./spinMachine";
import styles from "./Wheel.module.css";

/** How somebody sees for themselves that the wheel is fair: the seal before a spin, and after it the draw once more. */
export function Verify({ commitment, proof }: { commitment: string; proof: Won["proof"] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles["verify"]}>
      <Accordion title={VERIFY.title} isOpen={isOpen} onToggle={setOpen}>
        <p>{VERIFY.lead}</p>
        {isOpen && proof !== null && <Proof proof={proof} />}
        <dl>
          <Fact name={VERIFY.seal} value={proof?.spin.nextCommitment ?? commitment} />
        </dl>
      </Accordion>
    </div>
  );
}

function Proof({ proof: { spin, before } }: { proof: NonNullable<Won["proof"]> }) {
  const [checks, setChecks] = useState<Checks | null>(null);
  const isAble = canVerify();
  useEffect(() => {
    if (!isAble) return;
    let isCurrent = true;
    void check(spin, before).then((found) => isCurrent && setChecks(found));
    return () => {
      isCurrent = false;
    };
  }, [isAble, spin, before]);
  return (
    <>
      {!isAble && <p>{VERIFY.cannot}</p>}
      {isAble && (
        <ul className={styles["checks"]} aria-busy={checks === null}>
          {checks === null ? <li>{VERIFY.checking}</li> : <Found checks={checks} />}
        </ul>
      )}
      <dl>
        <Fact name={VERIFY.spinSeal} value={spin.commitment} />
        <Fact name={VERIFY.seed} value={spin.serverSeed} />
        <Fact name={VERIFY.ours} value={spin.clientSeed} />
        <Fact name={VERIFY.nonce} value={String(spin.nonce)} />
      </dl>
      <p>{VERIFY.table}</p>
      <Shares table={spin.table} />
    </>
  );
}

const NAMES = ["isSealed", "isSeed", "isOurs", "isDrawn"] as const satisfies readonly (keyof Checks)[];

function Found({ checks }: { checks: Checks }) {
  return NAMES.map((name) => {
    const Sign = checks[name] ? Check : X;
    return (
      <li key={name}>
        <Sign size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <span className="sr-only">{checks[name] ? VERIFY.right : VERIFY.wrong}</span>
          {VERIFY.checks[name]}
        </span>
      </li>
    );
  });
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const PERCENT = new Intl.NumberFormat("fi-FI", { maximumFractionDigits: 2 });

/** What each prize's share of the draw was. */
function Shares({ table }: { table: readonly DrawEntry[] }) {
  const all = table.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <ul className={styles["shares"]}>
      {table
        .filter(({ weight }) => weight > 0)
        .map(({ segment, type, weight }) => (
          <li key={`${segment} ${type}`}>
            <span>{PRIZES[type] ?? type}</span>
            <span className="whole">{VERIFY.share(PERCENT.format((weight / all) * 100))}</span>
          </li>
        ))}
    </ul>
  );
}
