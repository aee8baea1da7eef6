import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError } from "../../api/client";
import { TextPage } from "../../ui/TextPage";
import { usePageTitle } from "../../ui/usePageTitle";
import { leadTo, surveyOf } from "./leadTo";
import { SURVEY } from "./texts";
import { ToContact } from "./ToContact";
import { Trouble } from "./Trouble";

/** `/kysely/{orderId}?orderKey=&utm_source=`: leads on to the survey of an order (T-83, T-84). */
export function Component() {
  usePageTitle(SURVEY.title);
  const { orderId = "" } = useParams();
  const [search] = useSearchParams();
  const orderKey = search.get("orderKey") ?? "";
  const utmSource = search.get("utm_source");
  const navigate = useNavigate();
  const subject = { orderId, orderKey, ...(utmSource !== null && { utm_source: utmSource }) };
  const { data, error, refetch } = useQuery({
    queryKey: ["survey-of", subject],
    queryFn: ({ signal }) => surveyOf(subject, signal),
    retry: false,
  });
  useEffect(() => {
    if (data !== undefined) leadTo(data, { orderKey }, navigate);
  }, [data, orderKey, navigate]);
  if (error instanceof ApiError && error.code === "order/not-found")
    return <Trouble text={SURVEY.notFound} action={<ToContact />} />;
  if (error !== null) return <Trouble text={SURVEY.failed} onRetry={() => void refetch()} />;
  return (
    <TextPage title={SURVEY.title}>
      <p role="status">{SURVEY.opening}</p>
    </TextPage>
  );
}
