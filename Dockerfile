# A cardroom in a container.  The steps are those of docs/tutorials/open_a_cardroom.md; a test runs
# them in an empty environment.  No container runtime has tried this file.
FROM python:3.11-slim
COPY . /source
RUN pip install /source
RUN useradd --create-home --home-dir /room houseway
USER houseway
WORKDIR /room
VOLUME /room
EXPOSE 8080
ENTRYPOINT ["houseway", "serve", "--data", "/room/books", "--host", "0.0.0.0"]
