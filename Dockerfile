FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements.txt
COPY . .

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KINGSCORNERS_DATABASE_URL=sqlite:////data/kingscorners.db
RUN mkdir /data && chown 10001:10001 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "python -m kingscorners migrate && exec python -m kingscorners serve --host 0.0.0.0 --port 8000"]
