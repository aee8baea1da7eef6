import { RememberHere } from "../../order-setup/RememberHere";
import { useShopper } from "../../shop/caller";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import type { ContactField } from "../../shop/checkout/contactRules";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/choice/Checkbox";
import { TextField } from "../../ui/TextField";
import styles from "./Checkout.module.css";
import { CONTACT, FAULTS } from "./texts";
import type { ContactForm } from "./useContactForm";

/** Who orders (CK-01), what the driver should know, and what may be sent to them (CK-32). */
export function ContactCard({ form }: { form: ContactForm }) {
  const isDelivery = useOrder(({ method }) => method?.orderType === "delivery");
  const { isStaff } = useShopper();
  const field = (name: ContactField & ("name" | "phone" | "email")) => {
    const fault = form.faults[name];
    return {
      label: CONTACT[name],
      value: form.draft[name],
      onChange: (value: string) => form.change({ [name]: value }),
      onBlur: () => form.leave(name),
      error: fault === undefined ? null : FAULTS[name][fault],
      required: true,
    };
  };
  return (
    <Card title={CONTACT.title}>
      <div className={styles["fields"]}>
        <TextField {...field("name")} autoComplete="name" maxLength={120} />
        <TextField {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" />
        <TextField
          {...field("email")}
          {...(isStaff && { label: CONTACT.emailIfAny, required: false })}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        {isDelivery && (
          <TextField
            label={CONTACT.driver}
            hint={CONTACT.driverHint}
            value={form.draft.additionalInfo}
            onChange={(additionalInfo) => form.change({ additionalInfo })}
            error={null}
            maxLength={500}
          />
        )}
      </div>
      {!isStaff && (
        <div className={styles["wishes"]}>
          <RememberHere onForgotten={form.forget} />
        </div>
      )}
      <Wishes isStaff={isStaff} />
    </Card>
  );
}

/** Whether it is packed, and what may be sent; of that a caller is not asked. */
function Wishes({ isStaff }: { isStaff: boolean }) {
  const { emailMarketingPermission, smsMarketingPermission, deliveryWithoutPackaging, isOffered } = useOrder(
    (order) => ({
      emailMarketingPermission: order.emailMarketingPermission,
      smsMarketingPermission: order.smsMarketingPermission,
      deliveryWithoutPackaging: order.deliveryWithoutPackaging,
      isOffered: order.priced?.deliveryWithoutPackagingAvailable ?? false,
    }),
  );
  const permit = (email: boolean, sms: boolean) => void dispatch({ type: "setPermissions", email, sms });
  return (
    <div className={styles["wishes"]}>
      {isOffered && (
        <Checkbox
          label={CONTACT.withoutPackaging}
          detail={CONTACT.withoutPackagingDetail}
          isChecked={deliveryWithoutPackaging}
          onChange={(wanted) => void dispatch({ type: "setWithoutPackaging", wanted })}
        />
      )}
      {!isStaff && (
        <>
          <Checkbox
            label={CONTACT.emailPermission}
            isChecked={emailMarketingPermission}
            onChange={(email) => permit(email, smsMarketingPermission)}
          />
          <Checkbox
            label={CONTACT.smsPermission}
            isChecked={smsMarketingPermission}
            onChange={(sms) => permit(emailMarketingPermission, sms)}
          />
        </>
      )}
    </div>
  );
}
