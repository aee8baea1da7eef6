import { useEffect, useRef, useState } from "react";
import { useVariant } from "../analytics/useVariant";
import { useIsPhone, useMedia } from "../ui/useMedia";
import type { Slide } from "./homepage";

interface SlidePictureProps {
  slide: Slide;
  /** Whether it is the slide that is seen: no other one plays. */
  isShown: boolean;
  /** Whether somebody has paused what moves. */
  isPaused: boolean;
  /** Hears whether there is a film in the slide that is seen. */
  onFilm: (isThere: boolean) => void;
  /** The browser does not let it play by itself. */
  onPaused: () => void;
  onError: () => void;
}

/** The editors' picture of a slide; a film in its place where it has one and somebody is to see it (CT-19). */
export function SlidePicture(props: SlidePictureProps) {
  return props.slide.video === "" ? <Still {...props} /> : <Filmed {...props} />;
}

function Filmed(props: SlidePictureProps) {
  const { video, videoMobile } = props.slide;
  const isFilm = useVariant("bannerVideo") === "a";
  const isCalm = useMedia("(prefers-reduced-motion: reduce)");
  const isPhone = useIsPhone();
  const [isLost, setLost] = useState(false);
  if (!isFilm || isCalm || isLost) return <Still {...props} />;
  const src = isPhone && videoMobile !== "" ? videoMobile : video;
  return <Film key={src} {...props} src={src} onError={() => setLost(true)} />;
}

/** Plays while its slide is seen, until it is paused (WCAG 2.2.2). */
function Film({
  slide,
  src,
  isShown,
  isPaused,
  onFilm,
  onPaused,
  onError,
}: SlidePictureProps & { src: string }) {
  const film = useRef<HTMLVideoElement>(null);
  const isPlaying = isShown && !isPaused;
  useEffect(() => {
    if (!isPlaying) return film.current?.pause();
    film.current?.play().catch(({ name }: DOMException) => {
      if (name === "NotAllowedError") onPaused();
    });
  }, [isPlaying, onPaused]);
  useEffect(() => {
    if (!isShown) return undefined;
    onFilm(true);
    return () => onFilm(false);
  }, [isShown, onFilm]);
  return (
    <video
      ref={film}
      src={src}
      poster={slide.image}
      aria-label={slide.name}
      muted
      loop
      playsInline
      onError={onError}
    />
  );
}

function Still({ slide: { name, image, imageMobile }, onError }: SlidePictureProps) {
  return (
    <picture>
      {imageMobile !== "" && <source media="(max-width: 760px)" srcSet={imageMobile} />}
      <img src={image} alt={name} loading="lazy" onError={onError} />
    </picture>
  );
}
